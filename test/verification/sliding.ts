/** What tests of attachments share: worlds without damping, on the reference where nothing else is asked for. */
import { createWorld, METHODS, network, type Vec3, type World, type WorldOptions } from 'selvedge';

export const METHOD_IDS = METHODS.map(({ id }) => id);
/** Seconds a step, and m/s². */
export const h = 1 / 200;
export const g = 9.81;

/** Opens a world, looks at it and disposes of it. */
export async function within<T>(options: WorldOptions, look: (world: World) => Promise<T>): Promise<T> {
  const world = await createWorld({ backend: 'reference', timestep: h, damping: 0, ...options });
  const seen = await look(world);
  world.dispose();
  return seen;
}

/** One particle of 0.1 kg. */
export const bead = (at: Vec3, velocity: Vec3 = [0, 0, 0]) =>
  network({ vertices: [at], springs: [], masses: [0.1], velocity });
