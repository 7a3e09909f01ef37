/** A scene with every peer: at its defaults, at rising counts, at the count that takes as long as ours; and what follows. */
import { contest, type Entrant, type Length, type Placed } from './contest.ts';
import type { Engine, Peer } from './peer.ts';
import type { ClothScene } from './scenes.ts';

export interface Compared {
  readonly scene: string;
  readonly title: string;
  readonly particles: number;
  readonly placed: readonly Placed[];
  /** Peers that did not take part, with the reason. */
  readonly absent: readonly { readonly peer: string; readonly reason: string }[];
  readonly findings: readonly Finding[];
}

/** Of one of ours beside jolt-physics or another. */
export interface Finding {
  readonly ours: string;
  readonly theirs: string;
  /** Their time over ours at equal or lower mean and p99 strain: above the first, at most the second where it was reached. */
  readonly atEqualStrain?: { readonly above?: number; readonly atMost?: number };
  /** Their mean strain over ours, with a count that takes as long as ours; absent where they diverge. */
  readonly atEqualTime?: { readonly iterations: number; readonly strain?: number; readonly time: number };
}

export async function compare(
  scene: ClothScene,
  { ours, theirs }: { readonly ours: readonly Peer[]; readonly theirs: readonly Peer[] },
  engineOf: (peer: Peer) => Promise<Engine>,
  length: Length,
  tell: (share: number, what: string) => Promise<void>,
): Promise<Compared> {
  const absent: { peer: string; reason: string }[] = [];
  const able: Peer[] = [];
  for (const peer of [...ours, ...theirs]) {
    const reason = peer.refuses?.(scene) ?? (await whyNotLoaded(peer, engineOf));
    if (reason === undefined) able.push(peer);
    else absent.push({ peer: peer.title, reason });
  }
  const entrants = able.flatMap((peer): Entrant[] =>
    [peer.iterations, ...peer.others].toSorted((a, b) => a - b).map((iterations) => ({ peer, iterations })),
  );
  const first = await contest(scene, entrants, engineOf, length, (share, what) => tell(0.7 * share, what));

  // Ours again, beside each peer with as many iterations as take as long.
  const mine = entrants.filter(({ peer }) => ours.includes(peer));
  const rivals = able.filter((peer) => theirs.includes(peer));
  const equal = mine.flatMap((one) => {
    const time = placeOf(first, one)?.cpu?.[0];
    if (time === undefined) return [];
    return rivals.flatMap((peer) => {
      const iterations = countFor(
        time,
        first.filter((placed) => placed.peer === peer.id),
      );
      const because = `as long as ${nameOf(one)}`;
      return iterations === undefined ? [] : [{ peer, iterations, because, beside: one }];
    });
  });
  const second = await contest(scene, [...mine, ...equal], engineOf, length, (share, what) =>
    tell(0.7 + 0.3 * share, what),
  );
  const findings = mine.flatMap((one) =>
    rivals.map((peer): Finding => {
      const index = equal.findIndex(({ beside, peer: other }) => beside === one && other === peer);
      const now = placeOf(second, one);
      const rival = index < 0 ? undefined : second[mine.length + index];
      return {
        ours: nameOf(one),
        theirs: peer.title,
        atEqualStrain: atEqualStrain(
          placeOf(first, one),
          first.filter((placed) => placed.peer === peer.id),
        ),
        atEqualTime: now?.cpu &&
          rival?.cpu && {
            iterations: rival.iterations,
            strain: now.strain && rival.strain && rival.strain.mean / now.strain.mean,
            time: rival.cpu[0] / now.cpu[0],
          },
      };
    }),
  );
  const { id, title, side } = scene;
  const placed = [...first, ...second.slice(mine.length)];
  return { scene: `${id}-${side * side}`, title, particles: side * side, placed, absent, findings };
}

async function whyNotLoaded(
  peer: Peer,
  engineOf: (peer: Peer) => Promise<Engine>,
): Promise<string | undefined> {
  try {
    await engineOf(peer);
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const missing = code === 'ERR_MODULE_NOT_FOUND';
    return missing ? `not installed: npm install --save-dev ${peer.package}` : `can't be loaded: ${message}`;
  }
}

const nameOf = ({ peer, iterations }: Entrant): string => `${peer.title}, ${iterations} ${peer.unit}`;

const placeOf = (placed: readonly Placed[], { peer, iterations }: Entrant): Placed | undefined =>
  placed.find((one) => one.peer === peer.id && one.iterations === iterations);

/** The least count that takes at least `time`, by the straight line through its shortest and its longest measured times. */
function countFor(time: number, placed: readonly Placed[]): number | undefined {
  const measured = placed.filter(({ cpu }) => cpu !== undefined);
  if (measured.length < 2) return undefined;
  const [low, high] = [measured[0], measured[measured.length - 1]];
  const slope = (high.cpu![0] - low.cpu![0]) / (high.iterations - low.iterations);
  if (!(slope > 0)) return undefined;
  return Math.max(1, Math.ceil(low.iterations + (time - low.cpu![0]) / slope));
}

/** Between the count that does not reach our strain and the next, which does. */
function atEqualStrain(mine: Placed | undefined, theirs: readonly Placed[]): Finding['atEqualStrain'] {
  if (!mine?.strain || !mine.cpu) return undefined;
  const { strain, cpu } = mine;
  const measured = theirs.filter((one) => one.cpu !== undefined);
  const reached = measured.findIndex(
    (one) => one.strain && one.strain.mean <= strain.mean && one.strain.p99 <= strain.p99,
  );
  const times = (one: Placed | undefined) => one?.cpu && one.cpu[0] / cpu[0];
  if (reached < 0) return { above: times(measured.at(-1)) };
  return { above: times(measured[reached - 1]), atMost: times(measured[reached]) };
}
