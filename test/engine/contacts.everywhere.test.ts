/** The grid of cells finds the same neighbours as a search over all pairs, on every backend. */
import { type Backend, balls, network, reference, type Vec3 } from 'selvedge';
import { describe, expect, test } from 'vitest';
import { particleContactMemory, recordRows, recordSearch } from '../../engine/contact/particles/contacts.ts';
import { sightFor } from '../../engine/contact/particles/near.ts';
import { buildModel } from '../../engine/model.ts';
import { joinPlans } from '../../engine/program.ts';
import { memoryOf } from '../../engine/state.ts';
import { FAST_BACKENDS } from '../conformance/backends.ts';
import { seeded } from '../conformance/seeded.ts';

const COUNT = 300;
const H = 1 / 64;

interface Cloud {
  readonly name: string;
  /** Of a particle, given three numbers from -1 to 1. */
  readonly place: (p: Vec3, k: number) => Vec3;
  readonly velocity: (p: Vec3, k: number) => Vec3;
  /** Whether particles of one body meet; not those that at rest are nearer than about two sums of radii. */
  readonly self?: boolean;
  /** Of the particles of each body, metres. */
  readonly radii?: Vec3;
  /** Metres along each axis at the most between the first search and the second, which goes by what the first found. */
  readonly drift?: number;
}

const slow = (p: Vec3): Vec3 => [p[2], p[0], p[1]];
const CLOUDS: readonly Cloud[] = [
  { name: 'random', place: (p) => p, velocity: slow },
  { name: 'clustered', place: ([x, y, z], k) => [x * 0.2 + (k % 3), y * 0.2, z * 0.2], velocity: slow },
  { name: 'far from the origin', place: ([x, y, z]) => [x - 512, y + 256, z + 1024], velocity: slow },
  { name: 'spreading', place: ([x, y, z]) => [x, y, z], velocity: ([x, y, z]) => [40 * x, 9 * y, 9 * z] },
  {
    name: 'two layers that meet',
    place: ([x, y], k) => [x, y, k % 2],
    velocity: (_, k) => [5, 0, k % 2 ? -64 : 0],
  },
  { name: 'of two sizes', place: (p) => p, velocity: slow, radii: [0.02, 0.08, 0.02] },
  { name: 'each also with itself', place: (p) => p, velocity: slow, self: true },
  {
    name: 'each also with itself, of two sizes, two layers',
    place: ([x, y], k) => [x, y, k % 2],
    velocity: (_, k) => [5, 0, k % 2 ? -64 : 0],
    self: true,
    radii: [0.02, 0.06, 0.02],
  },
  {
    name: 'whose neighbours were found a little earlier',
    place: (p) => p,
    velocity: ([x, y, z]) => [0.01 * z, 0.01 * x, 0.01 * y],
    drift: 0.004,
  },
];

/** Particles of one body placed close to others that are not close at rest: distance now says nothing about distance at rest. */
const SHIFT = 38;

function worldOf(cloud: Cloud) {
  const random = seeded(7);
  const signed = () => Math.fround(2 * random() - 1);
  const places = Array.from({ length: COUNT }, (): Vec3 => [signed(), signed(), signed()]);
  const bodies = [0, 1, 2].map((b) =>
    network({
      name: `part ${b}`,
      vertices: places.filter((_, k) => k % 3 === b).map((p, k) => cloud.place(p, k)),
      springs: [],
      radius: cloud.radii?.[b] ?? 0.04,
    }),
  );
  const model = buildModel([...bodies, balls({ centres: [[0, 0, 0]], radius: 0.3 })]);
  const velocities = new Float64Array(4 * model.particles);
  for (let id = 0; id < COUNT; id++)
    velocities.set(cloud.velocity(places[id], id % 100), 4 * model.slotOf[id]);
  return { model, velocities: velocities.map(Math.fround) };
}

async function found(backend: Backend, cloud: Cloud): Promise<string[]> {
  const { model, velocities } = worldOf(cloud);
  const vectors = { role: 'scratch', element: 'vec4' } as const;
  const pairs = { ...vectors, domain: 'pairs', length: 1 } as const;
  const touch = { ...vectors, domain: 'touches', length: model.particles } as const;
  const machine = await backend.open(
    joinPlans(memoryOf(model), particleContactMemory(model), { pairs, touch }),
  );
  const { x, masses } = slots(cloud);
  machine.write('x', x);
  machine.write('masses', masses);
  machine.write('v', velocities);
  const self = cloud.self ?? false;
  const random = seeded(11);
  const signed = () => 2 * random() - 1;
  const setting = { model, h: H, self, hasColliders: false, materials: 1, slow: 1 };
  machine.load('find', [...recordSearch(setting, 'delta'), ...recordRows(setting)]);
  machine.write('x', cloud.drift ? x.map((value) => Math.fround(value + signed() * cloud.drift!)) : x);
  machine.run('find');
  machine.write('x', x);
  machine.run('find'); // again: what the first left behind must not matter
  const [entries, rowStarts] = await machine.read('entries', 'rowStarts');
  const searches = (await machine.executed()).get('countNear');
  if (cloud.drift && backend.name !== 'webgpu') expect(searches).toBe(1);
  machine.dispose();
  const all: string[] = [];
  for (let i = 0; i < model.particles; i++) {
    for (let e = rowStarts[i]; e < rowStarts[i + 1]; e++) all.push(`${i} ${entries[2 * e]}`);
  }
  return all;
}

/** After the step: x = q + h v, as `predict` leaves it. */
function slots(cloud: Cloud) {
  const { model, velocities } = worldOf(cloud);
  const x = new Float64Array(4 * model.particles);
  const masses = new Float64Array(4 * model.particles);
  for (let id = 0; id < model.particles; id++) {
    const slot = model.slotOf[id];
    const { first, count } = model.bodies.find((body) => id >= body.first && id < body.first + body.count)!;
    const from = first + ((id - first + SHIFT) % count);
    for (let c = 0; c < 3; c++)
      x[4 * slot + c] = Math.fround(model.positions[3 * from + c] + H * velocities[4 * slot + c]);
    masses.set([1, 1, model.radii[id], 0], 4 * slot);
  }
  return { x, masses };
}

/** All pairs, and those too near to the limit to say. */
function byBruteForce(cloud: Cloud): { sure: Set<string>; unsure: Set<string> } {
  const { model, velocities } = worldOf(cloud);
  const { x, masses } = slots(cloud);
  const [sure, unsure] = [new Set<string>(), new Set<string>()];
  const bodyOf = (slot: number) =>
    model.bodies.findIndex(
      ({ first, count }) => model.idOf[slot] >= first && model.idOf[slot] < first + count,
    );
  for (let i = 0; i < model.particles; i++) {
    for (let j = 0; j < model.particles; j++) {
      // A ball is in its neighbours' lists, they are not in its own.
      if (i === j || model.balls.includes(i)) continue;
      if (bodyOf(i) === bodyOf(j)) {
        const atRest = [0, 1, 2].map(
          (c) => model.positions[3 * model.idOf[i] + c] - model.positions[3 * model.idOf[j] + c],
        );
        const reach = masses[4 * i + 2] + masses[4 * j + 2];
        const apart = Math.hypot(...atRest) / reach;
        if (Math.abs(apart - 2) < 0.02) unsure.add(`${i} ${j}`);
        if (!cloud.self || apart < 2.02) continue;
      }
      // In steps of a thousandth of the way, then exactly about the nearest: a way of its own to the answer.
      const e = [0, 1, 2].map((c) => H * (velocities[4 * i + c] - velocities[4 * j + c]));
      const a = [0, 1, 2].map((c) => x[4 * i + c] - x[4 * j + c] - e[c]);
      const distance = (t: number) => Math.hypot(a[0] + t * e[0], a[1] + t * e[1], a[2] + t * e[2]);
      let [low, high] = [0, 1];
      for (let k = 0; k < 60; k++) {
        const [one, two] = [low + (high - low) / 3, high - (high - low) / 3];
        if (distance(one) < distance(two)) high = two;
        else low = one;
      }
      const ratio = distance(low) / sightFor(masses[4 * i + 2] + masses[4 * j + 2], Math.hypot(...e));
      if (Math.abs(ratio - 1) < 1e-3) unsure.add(`${i} ${j}`);
      else if (ratio < 1) sure.add(`${i} ${j}`);
    }
  }
  return { sure, unsure };
}

const HERE = [{ name: 'reference', open: async () => reference() }, ...FAST_BACKENDS];

const truth = Object.fromEntries(CLOUDS.map((cloud) => [cloud.name, byBruteForce(cloud)]));

describe.each(HERE)('$name', ({ open }) => {
  test.each(CLOUDS)('$name', async (cloud) => {
    const { sure, unsure } = truth[cloud.name];
    expect(sure.size).toBeGreaterThan(20);
    if (cloud.self) expect(sure.size).toBeGreaterThan(10 + byBruteForce({ ...cloud, self: false }).sure.size);
    const backend = await open();
    const pairs = (await found(backend, cloud)).filter((pair) => !unsure.has(pair));
    backend.dispose();
    expect(pairs.length).toBe(new Set(pairs).size); // none twice
    expect(pairs.sort()).toEqual([...sure].sort());
  });
});
