/** What the kernels of tearing find: springs across a cut, a surface with torn springs. */
import { network, solid } from 'selvedge';
import { buildModel } from '../../engine/model.ts';
import { joinPlans, type MemoryPlan } from '../../engine/program.ts';
import { memoryOf } from '../../engine/state.ts';
import { tornSurfaceMemory, tornSurfaceProgram } from '../../engine/surface/surface.ts';
import { buffersOf, reach } from './reach.ts';
import type { Sample } from './sample.ts';
import { wovenCloth } from './scenes.ts';
import { seeded } from './seeded.ts';

const [PARTICLES, SPRINGS] = [333, 601];

/** Springs at random in a cube, and a triangle that many of them pass through and many others miss. */
function cutting(seed: number): Sample {
  const random = seeded(seed);
  const scratch = { role: 'scratch' } as const;
  const memory: MemoryPlan = {
    x: { ...scratch, element: 'vec4', domain: 'particles', length: PARTICLES },
    ends: { ...scratch, element: 'uvec2', domain: 'springs', length: SPRINGS },
    springs: { ...scratch, element: 'vec2', domain: 'springs', length: SPRINGS },
  };
  const corners = { ax: 0, ay: 0, az: 0.3, bx: 1.2, by: 0.2, bz: 0.6, cx: 0.4, cy: 1.2, cz: 0.7 };
  return {
    memory,
    buffers: {
      x: Float64Array.from({ length: 4 * PARTICLES }, () => Math.fround(random())),
      ends: Uint32Array.from({ length: 2 * SPRINGS }, () => Math.floor(PARTICLES * random())),
      springs: Float64Array.from({ length: 2 * SPRINGS }, () => Math.fround(0.1 + random())),
    },
    scalars: Object.fromEntries(Object.entries(corners).map(([name, at]) => [name, Math.fround(at)])),
    range: [7, SPRINGS - 100],
  };
}

/** Quads, triangles with springs at their sides, and one without any. */
const model = buildModel([
  wovenCloth(),
  solid({ particles: [4, 5, 3] }),
  network({
    vertices: [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ],
    springs: [],
    triangles: [[0, 1, 2]],
  }),
]);
const memory = joinPlans(memoryOf(model), tornSurfaceMemory(model));

/** One spring in ten is torn. */
function torn(kernel: string, seed: number): Sample {
  const random = seeded(seed);
  const world = buffersOf(memory);
  for (let s = 0; s < model.springs; s++) if (random() < 0.1) world.springs[2 * s + 1] = 0;
  return reach(kernel, tornSurfaceProgram(model), memory, world);
}

export const TEARING: Readonly<Record<string, (seed: number) => Sample>> = {
  cut: cutting,
  holes: (seed) => torn('holes', seed),
  rims: (seed) => torn('rims', seed),
};
