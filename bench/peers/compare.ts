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

export interface EqualStrain {
  readonly above?: number;
  readonly atMost?: number;
  /** Their count that `above` is of, or `atMost` where there is none below. */
  readonly iterations?: number;
}

/** Of one of ours beside a peer. */
export interface Finding {
  readonly ours: string;
  readonly theirs: string;
  /** Their time over ours at equal or lower mean and p99 strain: above the first, at most the second where it was reached. */
  readonly atEqualStrain?: EqualStrain;
  /** What `above` should be, at least; and whether it is. */
  readonly wanted?: number;
  readonly met?: boolean;
  /** Their mean strain over ours, with a count that takes as long as ours; absent where they diverge. */
  readonly atEqualTime?: { readonly iterations: number; readonly strain?: number; readonly time: number };
}

export interface Sides {
  readonly ours: readonly Peer[];
  readonly theirs: readonly Peer[];
  /** What one of our entrants is compared with: all of theirs, and our own that are not the best. */
  rivals(ours: Peer): readonly Peer[];
  /** How many times as long as ours a rival should take for our strain; undefined where nothing is set. */
  wanted(ours: Peer, rival: Peer, particles: number): number | undefined;
}

export async function compare(
  scene: ClothScene,
  { ours, theirs, rivals, wanted }: Sides,
  engineOf: (peer: Peer) => Promise<Engine>,
  length: Length,
  tell: (share: number, what: string) => Promise<void>,
): Promise<Compared> {
  const absent: { peer: string; reason: string }[] = [];
  const able: Peer[] = [];
  for (const peer of [...ours, ...theirs]) {
    const reason = await whyNotLoaded(peer, engineOf);
    if (reason === undefined) able.push(peer);
    else absent.push({ peer: peer.title, reason });
  }
  const entrants = able.flatMap(countsOf);
  const first = await contest(scene, entrants, engineOf, length, (share, what) => tell(0.7 * share, what));

  // Ours again, beside each rival with as many iterations as take as long.
  const mine = entrants.filter(({ peer }) => ours.includes(peer));
  const pairs = mine.flatMap((one) =>
    rivals(one.peer)
      .filter((peer) => able.includes(peer) && peer !== one.peer)
      .map((peer) => ({ one, peer, iterations: countFor(first, one, peer) })),
  );
  const equal = entrantsOf(pairs);
  const second = await contest(scene, [...mine, ...equal], engineOf, length, (share, what) =>
    tell(0.7 + 0.3 * share, what),
  );
  const { id, title, side } = scene;
  const particles = side * side;
  const findings = pairs.map(({ one, peer, iterations }): Finding => {
    const count = iterations === undefined ? undefined : placeOf(second, { peer, iterations });
    const strain = atEqualStrain(placeOf(first, one), ofPeer(first, peer));
    const least = wanted(one.peer, peer, particles);
    return {
      ours: nameOf(one),
      theirs: peer.title,
      atEqualStrain: strain,
      wanted: least,
      met: least === undefined ? undefined : (strain?.above ?? 0) >= least,
      atEqualTime: atEqualTime(placeOf(second, one), count),
    };
  });
  const placed = [
    ...first,
    ...second.filter((one) =>
      equal.some(({ peer, iterations }) => peer.id === one.peer && iterations === one.iterations),
    ),
  ];
  return { scene: `${id}-${particles}`, title, particles, placed, absent, findings };
}

interface Pair {
  readonly one: Entrant;
  readonly peer: Peer;
  readonly iterations?: number;
}

/** Each rival and count once, for all of ours that take as long. */
function entrantsOf(pairs: readonly Pair[]): Entrant[] {
  const found = new Map<string, Entrant>();
  for (const { one, peer, iterations } of pairs) {
    if (iterations === undefined) continue;
    const key = `${peer.id} ${iterations}`;
    const known = found.get(key)?.because;
    const because = known ? `${known}; as ${nameOf(one)}` : `as long as ${nameOf(one)}`;
    found.set(key, { peer, iterations, because });
  }
  return [...found.values()];
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

const nameOf = ({ peer: { title, unit }, iterations }: Entrant): string =>
  placeName({ title, unit, iterations });

/** As findings name one of ours. */
export const placeName = ({
  title,
  iterations,
  unit,
}: Pick<Placed, 'title' | 'iterations' | 'unit'>): string => `${title}, ${iterations} ${unit}`;

const placeOf = (placed: readonly Placed[], { peer, iterations }: Entrant): Placed | undefined =>
  placed.find((one) => one.peer === peer.id && one.iterations === iterations);

const ofPeer = (placed: readonly Placed[], peer: Peer): Placed[] =>
  placed.filter((one) => one.peer === peer.id && one.cpu !== undefined);

/** Milliseconds: of the processor, or, where several threads share the work, until it is done. */
const timeOf = ({ threads, cpu, wall }: Placed): number => (threads > 1 ? wall : cpu)!.median;

/** The rival's least count that takes as long as ours, by the straight line through its shortest and its longest time. */
function countFor(placed: readonly Placed[], ours: Entrant, rival: Peer): number | undefined {
  const mine = placeOf(placed, ours);
  const measured = ofPeer(placed, rival);
  if (!mine?.cpu || measured.length < 2) return undefined;
  const [low, high] = [measured[0], measured[measured.length - 1]];
  const slope = (timeOf(high) - timeOf(low)) / (high.iterations - low.iterations);
  if (!(slope > 0)) return undefined;
  return Math.max(1, Math.ceil(low.iterations + (timeOf(mine) - timeOf(low)) / slope));
}

function atEqualTime(mine: Placed | undefined, theirs: Placed | undefined): Finding['atEqualTime'] {
  if (!mine?.cpu || !theirs?.cpu) return undefined;
  return {
    iterations: theirs.iterations,
    strain: mine.strain && theirs.strain && theirs.strain.mean / mine.strain.mean,
    time: timeOf(theirs) / timeOf(mine),
  };
}

/** Between the count that does not reach our strain and the next, which does. */
function atEqualStrain(mine: Placed | undefined, theirs: readonly Placed[]): EqualStrain | undefined {
  if (!mine?.strain || !mine.cpu) return undefined;
  const { strain } = mine;
  const reached = theirs.findIndex(
    (one) => one.strain && one.strain.mean <= strain.mean && one.strain.p99 <= strain.p99,
  );
  const times = (one: Placed | undefined) => one && timeOf(one) / timeOf(mine);
  // The last one that does not reach it; the last of all where none does.
  const last = reached < 0 ? theirs.at(-1) : theirs[reached - 1];
  return {
    above: times(last),
    atMost: times(theirs[reached]),
    iterations: (last ?? theirs[reached])?.iterations,
  };
}
