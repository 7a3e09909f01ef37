/** One row on a GPU: time on the host's clock, on the GPU's, and what the host itself spends. */
import type { Backend, World } from '../../engine/index.ts';
import { createSceneWorld, parseScene } from '../../scene/index.ts';
import { type Spread, spreadOf } from '../spread.ts';
import { probeSweep } from './probe.ts';
import { FRAME_STEPS, type GpuRow, SWEEPS } from './rows.ts';

export interface GpuMeasured extends Pick<GpuRow, 'id' | 'title' | 'what'> {
  readonly particles: number;
  /** Microseconds of one sweep, step or frame. */
  readonly wall: Spread;
  /** By timestamps, a pass for each phase; absent where the GPU has no clock. */
  readonly gpu?: Spread;
  /** Of the calling thread: encoding and submitting. */
  readonly host: Spread;
  readonly dispatches: number;
  /** The same sweep written by hand. */
  readonly probe?: number;
  /** At the memory's speed: δ read and written, the right-hand side read. */
  readonly floor?: number;
  readonly notes: readonly string[];
}

export interface Length {
  /** Milliseconds that one sample of steps takes, about. */
  readonly milliseconds: number;
  readonly samples: number;
  /** Seconds of a scene, at most. */
  readonly seconds: number;
}

/** Bytes of a particle that a sweep can't do without. */
const FLOOR_BYTES = 48;

export async function measureRow(
  row: GpuRow,
  backend: Backend,
  bandwidth: number,
  textOf: (id: string) => Promise<string>,
  length: Length,
): Promise<GpuMeasured> {
  const parsed = parseScene(
    typeof row.scene === 'string' ? await textOf(row.scene) : JSON.stringify(row.scene),
    { source: row.id },
  );
  const world = await createSceneWorld(parsed, { backend });
  try {
    const { particles } = world.model;
    const steps = Math.round(
      Math.min(length.seconds, parsed.scene.showcase.duration) / parsed.scene.timestep,
    );
    const times =
      row.what === 'frame' ? await frames(world, row, steps, length) : await runs(world, row, length);
    const { id, title, what, side } = row;
    const own = what === 'sweep' && side !== undefined;
    const notes = [...new Set(world.warnings)];
    return {
      id,
      title,
      what,
      particles,
      ...times,
      ...(own && {
        probe: await probeSweep(backend.device!, side),
        floor: (1e6 * FLOOR_BYTES * particles) / bandwidth,
      }),
      notes,
    };
  } finally {
    world.dispose();
  }
}

const countOf = (executed: ReadonlyMap<string, number>): number =>
  [...executed.values()].reduce((sum, n) => sum + n, 0);

/** Many steps that are asked for at once. */
async function runs(world: World, { what }: GpuRow, { milliseconds, samples }: Length) {
  const divide = what === 'sweep' ? SWEEPS : 1;
  let steps = 1;
  const measured = { wall: [] as number[], host: [] as number[], gpu: [] as number[] };
  const before = countOf(await world.executed());
  let done = 0;
  for (let k = -3; k < samples; k++) {
    await world.idle();
    const began = performance.now();
    world.step(steps);
    const asked = performance.now();
    await world.idle();
    const ended = performance.now();
    done += steps;
    if (k >= 0) {
      measured.wall.push((1000 * (ended - began)) / steps / divide);
      measured.host.push((1000 * (asked - began)) / steps / divide);
    }
    steps = Math.max(1, Math.min(400, Math.round((steps * milliseconds) / (ended - began))));
  }
  const dispatches = (countOf(await world.executed()) - before) / done / divide;
  for (let k = 0; k < samples; k++) {
    world.configure({}); // costs are counted from here
    world.step(1);
    await world.idle();
    const { ms } = await world.statistics();
    if (Object.keys(ms.phases).length > 0)
      measured.gpu.push((1000 * (what === 'sweep' ? ms.phases.global! : ms.perStep)) / divide);
  }
  return spreads(measured, dispatches);
}

/** Frame after frame, each waited for, as a page does that draws every one. */
async function frames(world: World, { scene }: GpuRow, steps: number, { samples }: Length) {
  const count = typeof scene === 'string' ? Math.max(1, Math.floor(steps / FRAME_STEPS)) : 4 * samples;
  const measured = { wall: [] as number[], host: [] as number[], gpu: [] as number[] };
  const before = countOf(await world.executed());
  for (let k = 0; k < count; k++) {
    const began = performance.now();
    world.step(FRAME_STEPS);
    const asked = performance.now();
    await world.idle();
    if (k < 2 && count > 4) continue;
    measured.wall.push(1000 * (performance.now() - began));
    measured.host.push(1000 * (asked - began));
  }
  const { ms } = await world.statistics();
  if (Object.keys(ms.phases).length > 0) measured.gpu.push(1000 * FRAME_STEPS * ms.perStep);
  return spreads(measured, (countOf(await world.executed()) - before) / count);
}

function spreads(measured: { wall: number[]; host: number[]; gpu: number[] }, dispatches: number) {
  const { wall, host, gpu } = measured;
  return {
    wall: spreadOf(wall),
    host: spreadOf(host),
    ...(gpu.length > 0 && { gpu: spreadOf(gpu) }),
    dispatches,
  };
}
