/** One scene, many entrants: each settles for itself, then their last frames are timed in turn. */
import { short } from '../../lab/index.ts';
import { type Spread, spreadOf } from '../spread.ts';
import { type Cloth, type Engine, FRAME, type Peer } from './peer.ts';
import type { ClothScene } from './scenes.ts';
import { type Strain, strainOf } from './strain.ts';

export interface Entrant {
  readonly peer: Peer;
  readonly iterations: number;
  /** Why it takes part with this count, where it is not one of its own. */
  readonly because?: string;
}

export interface Placed {
  readonly peer: string;
  readonly title: string;
  readonly iterations: number;
  readonly unit: string;
  /** The count is the engine's own default. */
  readonly isDefault: boolean;
  readonly threads: number;
  /** Milliseconds a frame of processor time, all threads together; of wall time. */
  readonly cpu?: Spread;
  readonly wall?: Spread;
  /** Mean over the frames that were timed; absent where it diverges. */
  readonly strain?: Strain;
  /** Bytes of memory a particle; of the default count. */
  readonly memory?: number;
  /** Milliseconds until the first frame was done, the engine being loaded; of the default count, as jolt-physics is loaded anew for others. */
  readonly first?: number;
  readonly notes: readonly string[];
}

export interface Length {
  /** Seconds of simulated time before the end. */
  readonly seconds: number;
  /** The last so many frames are timed. */
  readonly timed: number;
}

/** Frames that are timed one after the other, so that caches are as after a frame; then the strain is taken, and the next one has its turn. */
const TURN = 5;
/** Milliseconds of processor time: one that takes longer for a frame, sixteen times the whole of it, is left out. */
const TOO_SLOW = 16_000 * FRAME;
/** The last so many frames tell: the first ones run before everything is compiled well, and a cloth in folds may cost more. */
const LAST = 5;
const isInTime = ({ cpu }: Running) => cpu.length < LAST || Math.min(...cpu.slice(-LAST)) < TOO_SLOW;

interface Running extends Entrant {
  readonly cloth: Cloth;
  first: number;
  readonly cpu: number[];
  readonly wall: number[];
  readonly strains: (Strain | undefined)[];
  /** Of one that is left out: what it has come to. */
  left?: { readonly seconds: number; readonly strain?: Strain };
}

export async function contest(
  scene: ClothScene,
  entrants: readonly Entrant[],
  engineOf: (peer: Peer) => Promise<Engine>,
  { seconds, timed }: Length,
  tell: (share: number, what: string) => Promise<void>,
): Promise<Placed[]> {
  const frames = Math.round(seconds / FRAME);
  const places = new Float64Array(scene.positions.length);
  const running: Running[] = [];
  const failed: Placed[] = [];
  try {
    for (const [k, entrant] of entrants.entries()) {
      const { peer, iterations } = entrant;
      const slow = running.find((one) => one.peer === peer && one.iterations < iterations && !isInTime(one));
      if (slow) {
        failed.push({ ...aboutOf(entrant), notes: [`left out, as ${slow.iterations} ${peer.unit} are`] });
        continue;
      }
      const start = performance.now();
      const engine = await engineOf(peer);
      const cloth = await engine.create(scene, iterations).catch((error) => {
        if (peer.package === undefined) throw error;
        failed.push({ ...aboutOf(entrant), notes: [`can't: ${(error as Error).message.trim()}`] });
      });
      if (!cloth) continue;
      const one: Running = { ...entrant, cloth, first: 0, cpu: [], wall: [], strains: [] };
      running.push(one);
      await timeFrame(one);
      one.first = performance.now() - start;
      for (let frame = 1; frame < frames - timed && isInTime(one); frame++) {
        await timeFrame(one);
        if (frame % 10 === 0)
          await tell((0.9 * (k + frame / frames)) / entrants.length, `${peer.id} ${iterations}`);
      }
      if (isInTime(one)) continue;
      await cloth.read(places);
      one.left = { seconds: one.cpu.length * FRAME, strain: strainOf(scene, places) };
    }
    const inTime = running.filter(({ left }) => !left);
    for (const one of inTime) one.cpu.length = one.wall.length = 0;
    for (let done = 0; done < timed; done += TURN) {
      for (const one of inTime) {
        for (let frame = done; frame < Math.min(timed, done + TURN); frame++) await timeFrame(one);
        await one.cloth.read(places);
        one.strains.push(strainOf(scene, places));
      }
      await tell(0.9 + (0.1 * (done + TURN)) / timed, 'in turn');
    }
    const placed: Placed[] = [];
    for (const one of running) placed.push(await placedOf(one, scene));
    return [...placed, ...failed];
  } finally {
    for (const { cloth } of running) cloth.dispose();
  }
}

async function timeFrame({ cloth, cpu, wall }: Running): Promise<void> {
  const [start, used] = [performance.now(), process.cpuUsage()];
  await cloth.frame();
  const { user, system } = process.cpuUsage(used);
  wall.push(performance.now() - start);
  cpu.push((user + system) / 1000);
}

function aboutOf({ peer, iterations, because }: Entrant) {
  const { id, title, unit, threads = 1 } = peer;
  const isDefault = iterations === peer.iterations && because === undefined;
  return { peer: id, title, iterations, unit, isDefault, threads };
}

async function placedOf(one: Running, scene: ClothScene): Promise<Placed> {
  const { because, cloth, first, cpu, wall, strains, left } = one;
  const { isDefault, ...names } = aboutOf(one);
  const bytes = isDefault ? await cloth.bytes?.() : undefined;
  const memory = bytes === undefined ? undefined : bytes / (scene.positions.length / 3);
  const about = { ...names, isDefault, memory, first: isDefault ? first : undefined };
  const reasons = [because, isDefault ? cloth.about?.() : undefined].filter((note) => note !== undefined);
  if (left) return { ...about, notes: [...reasons, leftOut(left, Math.min(...cpu.slice(-LAST)))] };
  const all = strains.filter((strain) => strain !== undefined);
  const sound = all.length === strains.length;
  const mean = (of: keyof Strain) => all.reduce((sum, strain) => sum + strain[of], 0) / all.length;
  return {
    ...about,
    cpu: spreadOf(cpu),
    wall: spreadOf(wall),
    strain: sound ? { mean: mean('mean'), p99: mean('p99'), max: mean('max') } : undefined,
    notes: sound ? reasons : [...reasons, 'diverges'],
  };
}

function leftOut({ seconds, strain }: NonNullable<Running['left']>, ms: number): string {
  const how = strain ? `with ${short(100 * strain.mean)} % of mean strain` : 'diverging';
  return `left out after ${seconds.toFixed(1)} s, ${how}: a frame takes ${Math.round(ms)} ms`;
}
