@unmanaged
export class Enter {
  binOf: usize;
  starts: usize;
  members: usize;
}

export function enter(a: Enter, first: u32, end: u32): void {
  for (let i = first; i < end; i++) {
    const from = a.binOf + ((<usize>i) << 3);
    const bin = load<u32>(from);
    const place = load<u32>(a.starts + ((<usize>bin) << 2)) + load<u32>(from, 4);
    const at = a.members + ((<usize>place) << 3);
    store<u32>(at, i);
    store<u32>(at, bin, 4);
  }
}
