import {
  type Body,
  createWorld,
  InputError,
  METHODS,
  SOLID_PLACES,
  SOLID_SHAPES,
  type SolidOptions,
  solid,
  solidParticles,
} from 'selvedge';
import { describe, expect, it } from 'vitest';
import { cutLattice, sixVolumes, surfaceOf, tetrahedraOf } from '../../engine/body/lattice.ts';
import { methodWith } from '../method-with.ts';
import { CPU_BACKENDS, open, positionsOf } from './worlds.ts';

const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);
const at = (body: Body, i: number) => [...body.positions.slice(3 * i, 3 * i + 3)];

/** By the divergence theorem: a sixth of a · (b × c) over the triangles. Positive where they face outwards. */
function enclosed({ positions, triangles }: Body): number {
  const origin = positions.length;
  const q = new Float64Array(origin + 3);
  q.set(positions);
  let six = 0;
  for (let t = 0; t < triangles.length; t += 3)
    six += sixVolumes(q, origin / 3, triangles[t], triangles[t + 1], triangles[t + 2]);
  return six / 6;
}

/** Every shape, coarse and fine, with the volume it has of its size. */
const SHAPES: readonly (SolidOptions & { volume: number; within: number })[] = [
  { shape: 'box', particles: [2, 2, 2], size: [1, 2, 3], volume: 6, within: 1e-12 },
  { shape: 'box', particles: [5, 4, 7], size: [3, 2, 1], volume: 6, within: 1e-12 },
  { shape: 'ellipsoid', particles: [10, 10, 10], size: [1, 1, 1], volume: Math.PI / 6, within: 0.03 },
  { shape: 'ellipsoid', particles: [21, 17, 9], size: [3, 2, 1], volume: Math.PI, within: 0.03 },
  { shape: 'cylinder', particles: [13, 4, 13], size: [2, 5, 2], volume: 5 * Math.PI, within: 0.02 },
  // 2π² R r² with R = 0.7, r = 0.3.
  { shape: 'torus', particles: [11, 4, 11], size: [2, 0.6, 2], volume: 0.126 * Math.PI ** 2, within: 0.06 },
  { shape: 'torus', particles: [25, 8, 25], size: [2, 0.6, 2], volume: 0.126 * Math.PI ** 2, within: 0.02 },
];

describe('solid', () => {
  /* Along d of the three axes at once: (n-1) for the d axes, n for the others. */
  it.each([
    [[2, 2, 2], 19],
    [[4, 3, 2], 81],
    [[13, 13, 13], 13_428],
  ] as const)('a box of %j particles has its lattice’s edges and diagonals: %d', (particles, springs) => {
    const body = solid({ particles, size: [1, 2, 3] });
    const [x, y, z] = particles;
    const [a, b, c] = [x - 1, y - 1, z - 1];
    const edges = a * y * z + x * b * z + x * y * c;
    const diagonals = a * b * z + a * y * c + x * b * c;
    expect(body.masses).toHaveLength(x * y * z);
    expect(edges + diagonals + a * b * c).toBe(springs);
    expect(body.restLengths).toHaveLength(springs);
    expect(body.triangles).toHaveLength(3 * 4 * (a * b + b * c + a * c));
    const pairs = new Set(Array.from(body.restLengths, (_, s) => body.ends.slice(2 * s, 2 * s + 2).join()));
    expect(pairs.size).toBe(springs);
    // The edges come first, the diagonals of the cells last.
    expect(body.restLengths[0]).toBeCloseTo(1 / a, 14);
    expect(body.restLengths[springs - 1]).toBeCloseTo(Math.hypot(1 / a, 2 / b, 3 / c), 14);
    expect(new Set(body.stiffness)).toEqual(new Set([1000]));
  });

  it('its tetrahedra fill the box, none turned inside out', () => {
    const lattice = cutLattice([4, 5, 3], () => true);
    const { positions } = solid({ particles: [4, 5, 3], size: [3, 2, 1] });
    const volumes: number[] = [];
    lattice.cells.forEach((kept, p) => {
      if (kept === 1)
        tetrahedraOf(lattice, p, (...corners) => volumes.push(sixVolumes(positions, ...corners)));
    });
    expect(volumes).toHaveLength(6 * 3 * 4 * 2);
    for (const six of volumes) expect(six).toBeCloseTo(6 / (3 * 4 * 2), 12);
  });

  it.each(SHAPES)(
    '$shape of $particles: a closed surface, turned outwards, round its volume',
    ({ volume, within, ...options }) => {
      const body = solid({ ...options, rotation: [10, 20, 30], position: [4, 5, 6], mass: 3 });
      const directed = new Set(
        Array.from(body.triangles, (i, k) => `${i} ${body.triangles[k % 3 === 2 ? k - 2 : k + 1]}`),
      );
      // In two triangles, once each way: closed, and all turned alike.
      expect(directed.size).toBe(body.triangles.length);
      expect([...directed].filter((edge) => !directed.has(edge.split(' ').reverse().join(' ')))).toEqual([]);
      expect(Math.abs(enclosed(body) / volume - 1)).toBeLessThan(within);
      // Euler's number of the surface: 2 for a ball, 0 for a ring.
      const corners = new Set(body.triangles).size;
      const number = corners - directed.size / 2 + body.triangles.length / 3;
      expect(number).toBe(options.shape === 'torus' ? 0 : 2);
      expect(solidParticles(options)).toBe(body.masses.length);
      // Every particle has springs, and the springs are at rest.
      expect(new Set(body.ends).size).toBe(body.masses.length);
      const offs = body.restLengths.map((L, s) => {
        const [a, b] = [at(body, body.ends[2 * s]), at(body, body.ends[2 * s + 1])];
        return Math.abs(Math.hypot(...a.map((x, c) => x - b[c])) - L);
      });
      expect(Math.max(...offs)).toBeLessThan(5e-13);
    },
  );

  it.each(SHAPES)(
    '$shape of $particles: shares its mass by volume',
    ({ volume: _, within: __, ...options }) => {
      const body = solid({ ...options, mass: 3 });
      expect(sum(body.masses)).toBeCloseTo(3, 12);
      // The centre of a box is also that of its shares; a curved surface gives way unevenly by a little.
      for (const axis of [0, 1, 2]) {
        const moment = body.masses.reduce((total, m, i) => total + m * body.positions[3 * i + axis], 0);
        expect(Math.abs(moment / 3)).toBeLessThan(0.01 * options.size![axis]);
      }
      // No tetrahedron keeps less than a twentieth of its volume in the lattice, and it gives a quarter of that.
      const [x, y, z] = options.particles!.map((n, axis) => options.size![axis] / (n - 1));
      const least = ((3 / enclosed(body)) * x * y * z) / 6 / 20 / 4;
      expect(Math.min(...body.masses)).toBeGreaterThan(0.999 * least);
    },
  );

  it('a corner of a box has the share of its one tetrahedron or its six', () => {
    const { masses } = solid({ particles: [2, 2, 2], mass: 24 });
    expect([...masses].map((m) => Math.round(m * 1e9) / 1e9)).toEqual([6, 2, 2, 2, 2, 2, 2, 6]);
  });

  it('most particles of a curved surface lie on it, the others near', () => {
    const body = solid({ shape: 'ellipsoid', particles: [21, 21, 21], size: [2, 4, 6] });
    const outside = [...new Set(body.triangles)];
    const radii = outside.map((i) => Math.hypot(...at(body, i).map((x, c) => x / (c + 1))));
    expect(radii.filter((r) => Math.abs(r - 1) < 1e-9).length).toBeGreaterThan(0.7 * radii.length);
    // The others are off by less than half a cell of 0.1, most of them by far less.
    for (const r of radii) expect(Math.abs(r - 1)).toBeLessThan(0.05);
    const square = radii.reduce((total, r) => total + (r - 1) ** 2, 0) / radii.length;
    expect(Math.sqrt(square)).toBeLessThan(0.01);
  });

  it('needs four colours, and has them', () => {
    for (const shape of SOLID_SHAPES) {
      const { ends, colours } = solid({ shape, particles: [12, 5, 12], size: [1, 0.4, 1] });
      expect(new Set(colours).size).toBe(4);
      for (let s = 0; s < ends.length; s += 2) expect(colours![ends[s]]).not.toBe(colours![ends[s + 1]]);
    }
  });

  it('pins by name and by index, each particle once', () => {
    const pins = (...names: NonNullable<SolidOptions['pins']>) =>
      [...solid({ particles: [3, 2, 2], pins: names }).pins].sort((a, b) => a - b);
    // id = x + 3 y + 6 z
    expect(pins('left')).toEqual([0, 3, 6, 9]);
    expect(pins('right')).toEqual([2, 5, 8, 11]);
    expect(pins('bottom')).toEqual([0, 1, 2, 6, 7, 8]);
    expect(pins('top')).toEqual([3, 4, 5, 9, 10, 11]);
    expect(pins('back')).toEqual([0, 1, 2, 3, 4, 5]);
    expect(pins('front')).toEqual([6, 7, 8, 9, 10, 11]);
    expect(pins('bottom-left-back')).toEqual([0]);
    expect(pins('top-right-front')).toEqual([11]);
    expect(pins('top-left-front', 'left', 1)).toEqual([0, 1, 3, 6, 9]);
    expect(SOLID_PLACES).toHaveLength(6 + 8);
  });

  it('the side of a cut shape is its outermost layer', () => {
    const body = solid({ shape: 'ellipsoid', particles: [9, 9, 9], size: [2, 2, 2], pins: ['top'] });
    const heights = body.positions.filter((_, k) => k % 3 === 1);
    expect(body.pins.length).toBeGreaterThan(3);
    // The layer begins at 0.75 or 1; its rim is drawn to the surface.
    for (const pin of body.pins) expect(heights[pin]).toBeGreaterThan(0.7);
    expect(body.pins.some((pin) => heights[pin] === Math.max(...heights))).toBe(true);
    expect(new Set(body.pins).size).toBe(body.pins.length);
  });
});

/** [LBOK13] Table 1: vertices and springs. Their meshes are finer at the surface; a slim body comes near in both. */
it.each<[string, number, number, SolidOptions]>([
  ['Hippo', 2387, 13_135, { particles: [5, 6, 79] }],
  ['Frog', 6834, 35_261, { particles: [4, 4, 428] }],
  ['Dog', 28_390, 148_047, { particles: [3, 8, 1182] }],
])('a solid as large as the %s of [LBOK13]', (_, vertices, springs, options) => {
  const body = solid({ ...options, size: [1, 1, 1] });
  expect(Math.abs(body.masses.length / vertices - 1)).toBeLessThan(0.01);
  expect(Math.abs(body.restLengths.length / springs - 1)).toBeLessThan(0.01);
});

describe('a solid moves', () => {
  /* At rest, springs have nothing to say: after n steps of h, v = n h g and q = q_0 + h² g n (n + 1) / 2. Tolerance as
     in test/verification/free-fall.test.ts. */
  it.each(METHODS.map(({ id }) => id))('in free fall as one, keeping its shape: %s', async (id) => {
    const [h, n, g] = [1 / 100, 100, -9.81];
    const bodies = [solid({ shape: 'ellipsoid', particles: [5, 5, 5], rotation: [20, 30, 40] })];
    const world = await open({
      bodies,
      method: methodWith(id, { outer: 2, inner: 3 }),
      timestep: h,
      damping: 0,
      gravity: [0, g, 0],
    });
    world.step(n);
    const offs = (await positionsOf(world)).map((q, k) => {
      const fallen = k % 3 === 1 ? (h * h * g * n * (n + 1)) / 2 : 0;
      return Math.abs(q - bodies[0].positions[k] - fallen);
    });
    expect(Math.max(...offs)).toBeLessThan(1.5e-11);
  });

  const runs = CPU_BACKENDS.flatMap(({ name, make }) => METHODS.map(({ id }) => ({ name, make, id })));
  it.each(runs)('hanging from its top: $id on $name', async ({ make, id }) => {
    const bodies = [solid({ shape: 'cylinder', particles: [6, 5, 6], pins: ['top'], stiffness: 300 })];
    const world = await createWorld({ bodies, method: { id }, backend: make() });
    const low = (positions: ArrayLike<number>) =>
      Array.from(positions).reduce((least, y, k) => (k % 3 === 1 ? Math.min(least, y) : least), Infinity);
    world.step(60);
    const positions = await positionsOf(world);
    expect(positions.every(Number.isFinite)).toBe(true);
    for (const pin of bodies[0].pins)
      for (const c of [0, 1, 2])
        expect(positions[3 * pin + c]).toBeCloseTo(bodies[0].positions[3 * pin + c], 6);
    // It sags by its weight, and stays a body.
    expect(low(positions)).toBeLessThan(low(bodies[0].positions) - 1e-4);
    expect(low(positions)).toBeGreaterThan(low(bodies[0].positions) - 0.25);
    world.dispose();
  });
});

describe('errors name the field, the value and what is allowed', () => {
  // biome-ignore format: a line per case
  const CASES: [string, SolidOptions, string][] = [
    ['an empty ring', { shape: 'torus', particles: [2, 2, 2], size: [1, 0.26, 1] }, 'solid.particles: [2,2,2] is not allowed; more of them: cells this large give no whole torus'],
    ['one layer', { particles: [4, 1, 4] }, 'solid.particles[1]: 1 is not allowed; a whole number from 2 to 4096'],
    ['a pair', { particles: [4, 4] as never }, 'solid.particles: [4,4] is not allowed; an array of 3 numbers'],
    ['too many', { particles: [4096, 4096, 2] }, 'solid.particles: [4096,4096,2] is not allowed; at most 16777216'],
    ['no depth', { size: [1, 1, 0] }, 'solid.size[2]: 0 is not allowed; a finite number greater than 0 (m)'],
    ['no mass', { mass: 0 }, 'solid.mass: 0 is not allowed; a finite number greater than 0 (kg)'],
    ['no stiffness', { stiffness: 0 }, 'solid.stiffness: 0 is not allowed'],
    ['shear', { stiffness: { shear: 1 } as never }, 'solid.stiffness.shear: 1 is not allowed; only structural here'],
    ['a shape nobody has', { shape: 'hippo' as never }, 'solid.shape: "hippo" is not allowed; one of box, ellipsoid, cylinder, torus'],
    ['a torus without a hole', { shape: 'torus' }, 'solid.size: [0.5,0.5,0.5] is not allowed; for a torus, a y less than half of x and of z, so that it has a hole'],
    ['a coarse torus', { shape: 'torus', particles: [3, 2, 3], size: [1, 0.2, 1] }, 'solid.particles: [3,2,3] is not allowed; more of them'],
    ['a torus of crumbs', { shape: 'torus', particles: [12, 40, 12], size: [1, 0.2, 1] }, 'solid.particles: [12,40,12] is not allowed; more of them'],
    ['a pin at no place', { pins: ['middle' as never] }, 'solid.pins[0]: "middle" is not allowed; a particle from 0 to 999, or bottom, top'],
    ['a pin outside', { particles: [2, 2, 2], pins: [0, 8] }, 'solid.pins[1]: 8 is not allowed; a particle from 0 to 7'],
    ['a corner of a ball', { shape: 'ellipsoid', pins: ['top-left-front'] }, 'solid.pins[0]: "top-left-front" is not allowed'],
    ['a name of its own', { name: 'jelly', mass: -1 }, 'jelly.mass: -1'],
    ['position', { position: [0, Number.NaN, 0] }, 'solid.position[1]: NaN'],
  ];
  it.each(CASES)('%s', (_, options, message) => {
    expect(() => solid(options)).toThrow(InputError);
    expect(() => solid(options)).toThrow(message);
  });
});

it('surfaces of cells that meet in an edge only would touch themselves', () => {
  // Two cells, diagonally: their common edge has four triangles, which is why such a cut is refused.
  const triangles = surfaceOf(cutLattice([3, 3, 2], (x, y) => x * y > 0));
  const edges = new Map<string, number>();
  for (let k = 0; k < triangles.length; k++) {
    const edge = [triangles[k], triangles[k % 3 === 2 ? k - 2 : k + 1]].sort((a, b) => a - b).join();
    edges.set(edge, (edges.get(edge) ?? 0) + 1);
  }
  expect([...edges.values()].filter((count) => count === 4)).toHaveLength(1);
});
