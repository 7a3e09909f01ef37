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

export interface Sides {
  readonly ours: readonly Peer[];
  readonly theirs: readonly Peer[];
  /** Whom ours are compared with in particular: theirs, and those of ours that are not the best. */
  readonly rivals: readonly Peer[];
}

export async function compare(
  scene: ClothScene,
  { ours, theirs, rivals }: Sides,
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
  const entrants = able.flatMap(countsOf);
  const first = await contest(scene, entrants, engineOf, length, (share, what) => tell(0.7 * share, what));

  // Ours again, beside each rival with as many iterations as take as long.
  const mine = entrants.filter(({ peer }) => ours.includes(peer));
  const pairs = mine.flatMap((one) =>
    able
      .filter((peer) => rivals.includes(peer) && peer !== one.peer)
      .map((peer) => ({ one, peer, iterations: countFor(first, one, peer) })),
  );
  const equal = pairs.flatMap(({ one, peer, iterations }): Entrant[] =>
    iterations === undefined ? [] : [{ peer, iterations, because: `as long as ${nameOf(one)}` }],
  );
  const again = [...mine, ...equal];
  const second = await contest(scene, again, engineOf, length, (share, what) =>
    tell(0.7 + 0.3 * share, what),
  );
  const findings = pairs.map(({ one, peer, iterations }): Finding => {
    const count = iterations === undefined ? undefined : placeOf(second, { peer, iterations });
    return {
      ours: nameOf(one),
      theirs: peer.title,
      atEqualStrain: atEqualStrain(placeOf(first, one), ofPeer(first, peer)),
      atEqualTime: atEqualTime(placeOf(second, one), count),
    };
  });
  const { id, title, side } = scene;
  const placed = [...first, ...second.slice(mine.length)];
  return { scene: `${id}-${side * side}`, title, particles: side * side, placed, absent, findings };
}

/** With its default and its other counts, rising. */
const countsOf = (peer: Peer): Entrant[] =>
  [peer.iterations, ...peer.others].toSorted((a, b) => a - b).map((iterations) => ({ peer, iterations }));

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

const ofPeer = (placed: readonly Placed[], peer: Peer): Placed[] =>
  placed.filter((one) => one.peer === peer.id && one.cpu !== undefined);

/** The rival's least count that takes as long as ours, by the straight line through its shortest and its longest time. */
function countFor(placed: readonly Placed[], ours: Entrant, rival: Peer): number | undefined {
  const time = placeOf(placed, ours)?.cpu?.[0];
  const measured = ofPeer(placed, rival);
  if (time === undefined || measured.length < 2) return undefined;
  const [low, high] = [measured[0], measured[measured.length - 1]];
  const slope = (high.cpu![0] - low.cpu![0]) / (high.iterations - low.iterations);
  if (!(slope > 0)) return undefined;
  return Math.max(1, Math.ceil(low.iterations + (time - low.cpu![0]) / slope));
}

function atEqualTime(mine: Placed | undefined, theirs: Placed | undefined): Finding['atEqualTime'] {
  if (!mine?.cpu || !theirs?.cpu) return undefined;
  return {
    iterations: theirs.iterations,
    strain: mine.strain && theirs.strain && theirs.strain.mean / mine.strain.mean,
    time: theirs.cpu[0] / mine.cpu[0],
  };
}

/** Between the count that does not reach our strain and the next, which does. */
function atEqualStrain(mine: Placed | undefined, theirs: readonly Placed[]): Finding['atEqualStrain'] {
  if (!mine?.strain || !mine.cpu) return undefined;
  const { strain, cpu } = mine;
  const reached = theirs.findIndex(
    (one) => one.strain && one.strain.mean <= strain.mean && one.strain.p99 <= strain.p99,
  );
  const times = (one: Placed | undefined) => one?.cpu && one.cpu[0] / cpu[0];
  if (reached < 0) return { above: times(theirs.at(-1)) };
  return { above: times(theirs[reached - 1]), atMost: times(theirs[reached]) };
}
