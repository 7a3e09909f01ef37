@unmanaged
export class JudgeGain {
  ledger: usize;
  rein: usize;
  reining: usize;
  lines: u32;
  sources: u32;
  slack: f32;
}

/** Rows of the ledger as in ../balance/rows.ts. */
export function judgeGain(a: JudgeGain, first: u32, end: u32): void {
  if (first >= end) return;
  let made: f32 = 0;
  let given: f32 = 0;
  for (let line: u32 = 0; line < a.lines; line++) {
    const joules = load<f32>(a.ledger + ((<usize>line) << 4), 16 * 13);
    if (((a.sources >> line) & 1) != 0) given += max<f32>(0, joules);
    else made += joules;
  }
  const kinetic = load<f32>(a.ledger, 16 * 4);
  const potential = load<f32>(a.ledger, 16 * 7);
  if (load<f32>(a.rein, 8) == 0 || made < load<f32>(a.rein, 16)) {
    const elastic = load<f32>(a.ledger, 16 * 5) + load<f32>(a.ledger, 16 * 6);
    store<f32>(a.rein, 1, 8);
    v128.store(a.rein, f32x4(made, kinetic + elastic, potential, given), 16);
  }
  const fallen = abs<f32>(potential - load<f32>(a.rein, 24));
  const there = load<f32>(a.rein, 20) + fallen + max<f32>(0, given - load<f32>(a.rein, 28));
  const gained = made - load<f32>(a.rein, 16) - <f32>0.5 * there;
  const excess = min<f32>(gained, kinetic - there) - a.slack;
  store<f32>(a.rein, 1);
  if (!(excess > 0)) return;
  store<f32>(a.rein, excess < <f32>0.5 * kinetic ? sqrt<f32>(1 - excess / kinetic) : 0);
  store<f32>(a.rein, load<f32>(a.rein, 4) + 1, 4);
  store<u32>(a.reining, 1);
}
