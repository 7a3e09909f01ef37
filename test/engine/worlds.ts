/** Worlds for the tests of the engine, and the ends of their workers. */
import { createWorld, reference, type World, type WorldOptions, wasm } from 'selvedge';
import { afterEach } from 'vitest';

const opened: World[] = [];
afterEach(() => {
  for (const world of opened.splice(0)) world.dispose();
});

/** Opens a world that is disposed of after the test; on the reference where nothing else is asked for. */
export async function open(options: WorldOptions): Promise<World> {
  const world = await createWorld({ backend: 'reference', ...options });
  opened.push(world);
  return world;
}

export const CPU_BACKENDS = [
  { name: 'reference', make: () => reference() },
  { name: 'wasm, 1 thread', make: () => wasm({ threads: 1 }) },
  { name: 'wasm, 2 threads', make: () => wasm({ threads: 2 }) },
];

export async function positionsOf(world: World): Promise<Float64Array> {
  return (await world.read({ positions: new Float64Array(3 * world.model.particles) })).positions;
}

export async function velocitiesOf(world: World): Promise<Float64Array> {
  return (await world.read({ velocities: new Float64Array(3 * world.model.particles) })).velocities;
}

export const placeOf = async (world: World, id: number): Promise<number[]> => [
  ...(await positionsOf(world)).slice(3 * id, 3 * id + 3),
];
