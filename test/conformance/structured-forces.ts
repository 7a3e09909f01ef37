/** What the kernels of forces find: an irregular sheet, folded and crumpled at random, with triangles that have collapsed. */
import { triangles, type Vec3 } from 'selvedge';
import { incidenceOf } from '../../engine/forces/elements.ts';
import { FORCES } from '../../engine/forces/index.ts';
import { BLOCK, type Kernel } from '../../engine/kernel.ts';
import { buildModel } from '../../engine/model.ts';
import type { MemoryPlan } from '../../engine/program.ts';
import { withEveryForce } from '../forces/with-every-force.ts';
import type { Sample } from './sample.ts';
import { seeded } from './seeded.ts';

const SIDE = 15;

/** Metres a cell and N/m: numbers of elements are of size 1. The rest pose is wavy, so that hinges have a rest angle. */
function wavySheet() {
  const random = seeded(5);
  const vertices: Vec3[] = [];
  for (let row = 0; row <= SIDE; row++)
    for (let column = 0; column <= SIDE; column++)
      vertices.push([column + 0.3 * random(), row + 0.3 * random(), 0.4 * random()]);
  const faces: Vec3[] = [];
  for (let row = 0; row < SIDE; row++)
    for (let column = 0; column < SIDE; column++) {
      const a = row * (SIDE + 1) + column;
      faces.push([a, a + 1, a + SIDE + 2], [a, a + SIDE + 2, a + SIDE + 1]);
    }
  const membrane = { warp: 1, weft: 0.8, shear: 0.3 };
  return withEveryForce(triangles({ vertices, triangles: faces, membrane, bending: 1 }));
}

const model = buildModel([wavySheet()]);
const { particles, forces } = model;

/** Places of particles, off by up to half a cell; every ninth triangle is a line or a point. */
function places(random: () => number): { x: Float64Array; delta: Float64Array } {
  const x = new Float64Array(4 * particles);
  const delta = new Float64Array(4 * particles);
  for (let id = 0; id < particles; id++)
    for (let c = 0; c < 3; c++) {
      const at = 4 * model.slotOf[id] + c;
      x[at] = Math.fround(model.positions[3 * id + c] + random() - 0.5);
      delta[at] = Math.fround(0.2 * (random() - 0.5));
    }
  const { corners } = forces.membrane;
  const copy = (to: number, from: number) => {
    for (const buffer of [x, delta]) buffer.copyWithin(4 * to, 4 * from, 4 * from + 3);
  };
  for (let element = 0; element < corners.length / 3; element += 9) {
    const [i, j, k] = corners.subarray(3 * element, 3 * element + 3);
    copy(j, i);
    if (element % 2 === 0) copy(k, i);
  }
  return { x, delta };
}

const compact = (vectors: ArrayLike<number>): Float64Array =>
  Float64Array.from({ length: (3 * vectors.length) / 4 }, (_, k) => vectors[4 * Math.floor(k / 3) + (k % 3)]);

/** Every buffer that a kernel declares, by the names that forces share. */
function sampleFor(id: string, kernel: Kernel, seed: number): Sample {
  const random = seeded(seed);
  const { corners, numbers, count, force } = forces[id];
  const size = force.corners;
  const blocks = Math.ceil(count / BLOCK);
  const base = 7;
  const contributions = new Float64Array(4 * (base + corners.length));
  const known: Record<string, Float64Array | Uint32Array> = {
    ...places(random),
    corners,
    numbers: numbers.map(Math.fround),
    contributions,
    direction: places(random).delta,
    totals: new Float64Array(4 * blocks),
    energies: new Float64Array(base + count),
    pulls: new Float64Array(4 * (base + corners.length)),
    tensors: new Float64Array(9 * (base + (corners.length * (size - 1)) / 2)),
    lengths: Float64Array.of(0.25),
  };
  // Three numbers a particle, in float64: collapsed triangles stay so.
  const exact = { correction: compact(known.delta), direction: compact(known.direction) };
  const components = { real: 1, vec2: 2, vec4: 4, u32: 1, uvec2: 2, f64: 1 } as const;
  const memory: Record<string, MemoryPlan[string]> = {};
  const buffers: Record<string, Float64Array | Uint32Array> = {};
  for (const [name, { element, domain }] of Object.entries(kernel.buffers)) {
    buffers[name] = element === 'f64' && name in exact ? exact[name as keyof typeof exact] : known[name];
    memory[name] = { role: 'scratch', element, domain, length: buffers[name].length / components[element] };
  }
  const scalars = Object.fromEntries(
    Object.entries({
      ...{ base, own: seed % 2, count },
      ...{ element: base, corner: base, couple: base, positive: seed % 2, rounding: 4 },
    }).filter(([name]) => name in kernel.scalars),
  );
  return { memory, buffers, scalars, range: kernel.over === id ? [3, count - 5] : [0, blocks] };
}

function gathering(seed: number): Sample {
  const random = seeded(seed);
  const { starts, list, corners } = incidenceOf(particles, Object.values(forces));
  const random4 = (length: number) => Float64Array.from({ length }, () => Math.fround(random()));
  const scratch = { role: 'scratch' } as const;
  return {
    memory: {
      rhs: { ...scratch, element: 'vec4', domain: 'particles', length: particles },
      scales: { ...scratch, element: 'real', domain: 'particles', length: particles },
      contributions: { ...scratch, element: 'vec4', domain: 'contributions', length: corners },
      incidentStarts: { ...scratch, element: 'u32', domain: 'particleBounds', length: particles + 1 },
      incidents: { ...scratch, element: 'u32', domain: 'incidents', length: corners },
    },
    buffers: {
      rhs: random4(4 * particles),
      scales: random4(particles),
      contributions: random4(4 * corners),
      incidentStarts: starts,
      incidents: list,
    },
    scalars: {},
    range: [7, particles - 9],
  };
}

export const FORCED: Readonly<Record<string, (seed: number) => Sample>> = {
  gather: gathering,
  ...Object.fromEntries(
    FORCES.flatMap(({ id, kernels, exact }) =>
      [...Object.values(kernels), ...Object.values(exact)].map((kernel) => [
        kernel.name,
        (seed: number) => sampleFor(id, kernel, seed),
      ]),
    ),
  ),
};
