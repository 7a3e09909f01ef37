/** Runs a case with its checks and says what it found, if it did. */
import { type Backend, type BackendName, type World, wasm } from '../../engine/index.ts';
import { createSceneWorld } from '../../scene/index.ts';
import { openBackend } from '../backend.ts';
import type { Session } from './actions.ts';
import { type Case, isRefusal, play } from './case.ts';
import { Finding, type FindingKind, Watch } from './checks.ts';
import { Random } from './random.ts';

export const CHECKS = ['cheap', 'all'] as const;

export interface Judging {
  readonly backend: BackendName;
  readonly checks: (typeof CHECKS)[number];
  /** Only the check that finds this: while a case is made smaller. */
  readonly only?: FindingKind;
}

/** Steps between two looks. */
const EVERY = 10;

/** Seconds: of processor time for one run, and of waiting for one that does not come back. */
const SLOW = 20;
const HUNG = 120;

/** Steps for which backends are compared: contact and tearing are chaotic, so that later a rounding has grown. */
const SHORT = 3;

/**
 * How far a backend may be from the reference: so many times as far as the reference is from itself when it begins off by a rounding,
 * which says how chaotic the case is, and so many roundings of where particles are.
 */
const APART = { times: 1000, roundings: 400 } as const;

/** Of float32, relative. */
const ROUNDING = 2 ** -24;

/** Steps after a snapshot that a restored world repeats. */
const REPEATED = 12;

/** What was found first; undefined where nothing was. A scene or method that this backend refuses is no finding. */
export async function judge(given: Case, { backend, checks, only }: Judging): Promise<Finding | undefined> {
  try {
    for (const check of checksOf(backend, checks, only)) await within(HUNG, check(given));
  } catch (error) {
    if (isRefusal(error)) return undefined;
    if (error instanceof Finding) return error;
    return new Finding('crash', error instanceof Error ? (error.stack ?? error.message) : String(error), 0);
  }
  return undefined;
}

type Check = (given: Case) => Promise<void>;

function checksOf(backend: BackendName, checks: Judging['checks'], only?: FindingKind): Check[] {
  const dear: [kind: FindingKind, check: Check, isHere: boolean][] = [
    ['hash', sameOnThreads, backend === 'wasm'],
    ['restore', async (given) => sameRestored(given, await open(backend)), true],
    [
      backend === 'webgpu' ? 'webgpu' : 'reference',
      (given) => nearReference(given, backend),
      backend !== 'reference',
    ],
  ];
  const some = dear.filter(([kind, , isHere]) => isHere && (only === undefined || only === kind));
  const isDear = dear.some(([kind]) => kind === only);
  return [
    ...(isDear ? [] : [async (given: Case) => watched(given, await open(backend))]),
    // What breaks down anywhere may do so in any of them.
    ...(checks === 'all'
      ? (isDear ? some : dear.filter(([, , isHere]) => isHere)).map(([, check]) => check)
      : []),
  ];
}

const open = (name: BackendName): Promise<Backend> => openBackend(name, name === 'wasm' ? 1 : undefined);

async function inWorld<T>(given: Case, backend: Backend, run: (session: Session) => Promise<T>): Promise<T> {
  const world = await createSceneWorld(JSON.stringify(given.scene), { backend });
  try {
    return await Promise.race([run({ world, grabs: [] }), failing(world)]);
  } finally {
    world.dispose();
    backend.dispose();
  }
}

/** A world that stopped working answers nothing more. */
const failing = async (world: World): Promise<never> => {
  throw new Finding('crash', await world.lost, world.steps);
};

async function watched(given: Case, backend: Backend): Promise<void> {
  const before = process.cpuUsage();
  const watch = new Watch(given);
  await inWorld(given, backend, async (session) => {
    await watch.begin(session.world);
    await play(given, session, given.steps, EVERY, (world, steps) => watch.look(world, steps));
  });
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1e6;
  if (seconds > SLOW) throw new Finding('slow', `${seconds} s of processor time`, given.steps);
}

async function within<T>(seconds: number, run: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Finding('hang', `nothing came back for ${seconds} s`, 0)),
      1000 * seconds,
    );
  });
  try {
    return await Promise.race([run, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function sameOnThreads(given: Case): Promise<void> {
  const hashes: string[] = [];
  for (const threads of [1, 2, 4])
    hashes.push(
      await inWorld(given, wasm({ threads }), async (session) => {
        await play(given, session, given.steps);
        return session.world.hash();
      }),
    );
  if (new Set(hashes).size > 1)
    throw new Finding('hash', `1, 2 and 4 threads give ${hashes.join(', ')}`, given.steps);
}

async function sameRestored(given: Case, backend: Backend): Promise<void> {
  await inWorld(given, backend, async (session) => {
    const { world } = session;
    await play(given, session, given.steps);
    // Hands are no part of a snapshot.
    for (const grab of session.grabs) grab.release();
    const snapshot = await world.snapshot();
    const hashes: string[] = [];
    for (let k = 0; k < 2; k++) {
      world.restore(snapshot);
      world.step(REPEATED);
      hashes.push(await world.hash());
    }
    if (hashes[0] !== hashes[1]) throw new Finding('restore', hashes.join(' and then '), given.steps);
  });
}

async function nearReference(given: Case, backend: BackendName): Promise<void> {
  const steps = Math.min(SHORT, given.steps);
  /** Where particles are after these steps, which began off by so many roundings. */
  const places = async (name: BackendName, off: number, random = new Random(given.seed)) =>
    inWorld(given, await open(name), async (session) => {
      const { world } = session;
      const disturbed = (value: number) => value + off * ROUNDING * random.between(-1, 1);
      if (off > 0) world.write({ positions: world.model.positions.map(disturbed) });
      await play(given, session, steps);
      const size = 3 * world.model.particles;
      const { positions } = await world.read({ positions: new Float64Array(size) });
      return positions as Float64Array;
    });
  const wanted = await places('reference', 0);
  const far = wanted.reduce((most, value) => Math.max(most, Math.abs(value)), 1);
  const apart = (other: Float64Array) =>
    other.reduce((most, value, k) => Math.max(most, Math.abs(value - wanted[k])), 0);
  const found = apart(await places(backend, 0));
  const allowed = APART.roundings * ROUNDING * far;
  // Most are near at once; only for the others is it worth to see how chaotic they are.
  if (found <= allowed) return;
  let own = 0;
  for (let k = 1; k <= 3; k++) own = Math.max(own, apart(await places('reference', far, new Random(k))));
  if (found > allowed + APART.times * own)
    throw new Finding(
      backend === 'webgpu' ? 'webgpu' : 'reference',
      `after ${steps} steps ${found} m from the reference, which is ${own} m from itself where it begins off by a rounding`,
      steps,
    );
}
