/** The body `triangles`: what it makes of a mesh, what it mends and what it refuses; and which methods take it. */
import {
  cloth,
  createWorld,
  InputError,
  network,
  type TrianglesOptions,
  triangles,
  type Vec3,
} from 'selvedge';
import { describe, expect, it } from 'vitest';
import { buildModel } from '../../engine/model.ts';
import { sheet } from './sheets.ts';

const square: TrianglesOptions = {
  vertices: [
    [0, 0, 0],
    [1, 0, 0],
    [1, 1, 0],
    [0, 1, 0],
  ],
  triangles: [
    [0, 1, 2],
    [0, 2, 3],
  ],
};
const more = (vertices: Vec3[], faces: Vec3[]): TrianglesOptions => ({
  vertices: [...(square.vertices as Vec3[]), ...vertices],
  triangles: [...(square.triangles as Vec3[]), ...faces],
});

describe('a mesh', () => {
  it('is the same from nested and flat lists and typed arrays', () => {
    const flat = triangles({
      vertices: (square.vertices as Vec3[]).flat(),
      triangles: Uint16Array.from((square.triangles as Vec3[]).flat()),
    });
    const nested = triangles(square);
    expect(flat.positions).toEqual(nested.positions);
    expect(flat.forces).toEqual(nested.forces);
  });

  it('has a third of each triangle’s mass at each corner, from its area', () => {
    const { masses, area } = triangles({ ...square, density: 0.3 });
    expect(area).toBeCloseTo(1, 14);
    expect([...masses].map((mass) => mass.toFixed(12))).toEqual(
      [0.1, 0.05, 0.1, 0.05].map((mass) => mass.toFixed(12)),
    );
    expect(triangles({ ...square, mass: 2 }).masses.reduce((sum, mass) => sum + mass)).toBeCloseTo(2, 14);
  });

  it('welds vertices at one place, and says which particle each became', () => {
    const seam = triangles({
      vertices: [...(square.vertices as Vec3[]), [0, 0, 0], [1, 1, 0]],
      triangles: [
        [0, 1, 2],
        [4, 5, 3],
      ],
    });
    expect([...seam.particleOf]).toEqual([0, 1, 2, 3, 0, 2]);
    expect([...seam.sourceOf]).toEqual([0, 1, 2, 3]);
    expect(seam.forces!.bending.corners.length).toBe(4);
    expect(seam.warnings).toEqual(['triangles.vertices: 2 of 6 at the place of another, welded to it']);
    const near = { vertices: [...(square.vertices as Vec3[]), [1.001, 0, 0], [2, 0, 0]] as Vec3[] };
    const faces = [...(square.triangles as Vec3[]), [4, 5, 2] as Vec3];
    expect(triangles({ ...near, triangles: faces, weld: 0.01 }).sourceOf.length).toBe(5);
    expect(triangles({ ...near, triangles: faces, weld: 0 }).sourceOf.length).toBe(6);
  });

  it('has borders, the longest first, and pins by vertex, box and border', () => {
    const ring = sheet(4, 0);
    const inside = new Set([12, 13, 17, 18]);
    const holed = {
      ...ring,
      triangles: ring.triangles.filter((face) => face.filter((v) => inside.has(v)).length < 3),
    };
    const { borders } = triangles(holed);
    expect(borders.map(({ length }) => length)).toEqual([16, 4]);
    const pinsOf = (pins: TrianglesOptions['pins']) => triangles({ ...holed, pins }).pins.length;
    expect(pinsOf([0, 0, 3])).toBe(2);
    expect(pinsOf([{ border: 1 }])).toBe(4);
    expect(pinsOf(['borders'])).toBe(20);
    expect(pinsOf([{ min: [-1, 0, -1], max: [1, 0, 1] }])).toBe(5);
  });

  it('takes its rest shape from a panel', () => {
    const uvs = [
      [0, 0],
      [2, 0],
      [2, 1],
      [0, 1],
    ];
    const body = triangles({ ...square, uvs, panel: 0.5 });
    expect(body.area).toBeCloseTo(0.5, 14);
    expect(body.forces!.bending.numbers[3]).toBe(0);
  });

  it('has its warp where u grows, turned by the grain, or in a direction', () => {
    const membrane = { warp: 300, weft: 100, shear: 0 };
    const alongX = (options: Partial<TrianglesOptions>) => {
      const { numbers } = triangles({ ...square, membrane, ...options }).forces!.membrane;
      // Corners 1 and 2 of the first are [1, 0] and [1, 1]: only along y does the second matter.
      return Math.abs(numbers[1]) < 1e-9 ? 'x' : 'y';
    };
    const turned = [
      [0, 0],
      [0, 1],
      [-1, 1],
      [-1, 0],
    ];
    expect(alongX({ grain: [1, 0, 0] })).toBe('x');
    expect(alongX({})).toBe('y');
    expect(alongX({ uvs: turned })).toBe('y');
    expect(alongX({ uvs: turned, grain: 90 })).toBe('x');
  });
});

describe('is mended, with a warning that names the place', () => {
  it.each([
    [
      'a triangle without an area',
      more([[2, 0, 0]], [[0, 1, 4]]),
      [
        'triangles.triangles: triangle 2 without an area left out',
        'triangles.vertices: vertex 4 of no triangle left out',
      ],
    ],
    [
      'a triangle twice',
      more([], [[2, 0, 1]]),
      ['triangles.triangles: triangle 2 that is there already left out'],
    ],
    [
      'a vertex of no triangle',
      more([[5, 5, 5]], []),
      ['triangles.vertices: vertex 4 of no triangle left out'],
    ],
    [
      'a triangle turned round',
      {
        ...square,
        triangles: [
          [0, 1, 2],
          [0, 3, 2],
        ],
      },
      ['triangles.triangles: triangle 1 turned round, to turn as its neighbours do'],
    ],
    [
      'an edge of three triangles',
      more([[0.5, 0.5, 1]], [[0, 2, 4]]),
      ['triangles.triangles: edge 0–2 belongs to 3 triangles (0, 1, 2): it does not resist bending'],
    ],
  ] as [string, TrianglesOptions, string[]][])('%s', async (_, options, expected) => {
    const body = triangles(options);
    expect(body.warnings).toEqual(expected);
    const world = await createWorld({ bodies: [body], backend: 'reference' });
    expect(world.warnings).toEqual(expected);
    world.dispose();
  });

  it('turns as few triangles as it can, and none of a Möbius strip', () => {
    const { triangles: faces, vertices } = sheet(4, 0);
    const mostly = faces.map(([a, b, c], t): Vec3 => (t % 5 === 0 ? [a, b, c] : [a, c, b]));
    expect(triangles({ vertices, triangles: mostly }).warnings[0]).toMatch(
      /^triangles.triangles: 7 triangles \(0, 5, 10, 15, 20, …\)/,
    );
    const n = 12;
    const strip = Array.from({ length: n }, (_, k): Vec3[] => {
      const a = (2 * Math.PI * k) / n;
      return [-0.2, 0.2].map(
        (w): Vec3 => [
          (1 + w * Math.cos(a / 2)) * Math.cos(a),
          (1 + w * Math.cos(a / 2)) * Math.sin(a),
          w * Math.sin(a / 2),
        ],
      );
    }).flat();
    const around = Array.from({ length: n }, (_, k): Vec3[] => {
      const [a, b] = [2 * k, 2 * k + 1];
      const [c, d] = k < n - 1 ? [a + 2, b + 2] : [1, 0];
      return [
        [a, c, b],
        [b, c, d],
      ];
    }).flat();
    expect(triangles({ vertices: strip, triangles: around }).warnings[0]).toMatch(/one side only/);
  });
});

describe('refuses', () => {
  it.each([
    [{ vertices: [] }, 'triangles.vertices'],
    [{ vertices: [[0, 0]] }, 'triangles.vertices[0]'],
    [{ vertices: [0, 1] }, 'triangles.vertices'],
    [{ triangles: [[0, 1, 9]] }, 'triangles.triangles[0][2]'],
    [{ triangles: [0, 1, 9] }, 'triangles.triangles[2]'],
    [{ triangles: [[0, 1, 1]] }, 'triangles.triangles'],
    [{ uvs: [[0, 0]] }, 'triangles.uvs'],
    [{ panel: 1 }, 'triangles.panel'],
    [{ panel: 1, uvs: [0, 0, 0, 0, 0, 0, 0, 0] }, 'triangles.uvs'],
    [{ density: 0 }, 'triangles.density'],
    [{ density: 1, mass: 1 }, 'triangles.mass'],
    [{ membrane: { warp: 100, weft: 50, shear: 30 } }, 'triangles.membrane.shear'],
    [{ membrane: 'silk' }, 'triangles.membrane'],
    [{ membrane: { warp: 100, stretch: 3 } }, 'triangles.membrane.stretch'],
    [{ bending: -1 }, 'triangles.bending'],
    [{ grain: [0, 0, 0] }, 'triangles.grain'],
    [{ pins: [7] }, 'triangles.pins[0]'],
    [{ pins: [{ border: 3 }] }, 'triangles.pins[0].border'],
    [{ pins: [{ min: [5, 5, 5], max: [6, 6, 6] }] }, 'triangles.pins[0]'],
    [{ strength: 1.5 }, 'triangles.strength'],
    [{ colour: 'red' }, 'triangles.colour'],
  ])('%j at %s', (wrong, path) => {
    const make = () => triangles({ ...square, ...(wrong as Partial<TrianglesOptions>) });
    expect(make).toThrow(InputError);
    expect(make).toThrow(expect.objectContaining({ path }));
  });

  it('elements that can’t be, by hand', () => {
    const body = triangles(square);
    const withForces = (forces: unknown) => () => buildModel([{ ...body, forces } as typeof body]);
    const { membrane } = body.forces!;
    expect(withForces({ magnets: membrane })).toThrow(/triangles.forces: .*magnets.* membrane, bending/);
    expect(withForces({ membrane: { ...membrane, corners: Uint32Array.of(0, 1, 9, 0, 2, 3) } })).toThrow(
      /corners\[2\]: 9/,
    );
    expect(withForces({ membrane: { ...membrane, corners: Uint32Array.of(0, 1, 1, 0, 2, 3) } })).toThrow(
      /corners\[2\]: 1/,
    );
    expect(withForces({ membrane: { ...membrane, numbers: new Float64Array(3) } })).toThrow(
      /numbers: .*16 numbers/,
    );
    expect(withForces({ membrane: { ...membrane, numbers: new Float64Array(16).fill(Number.NaN) } })).toThrow(
      /numbers\[0\]/,
    );
  });

  it.each([
    [{ id: 'pbd-jacobi' }, 'method.id'],
    [{ id: 'pd-cholesky', history: 3 }, 'method.history'],
    [{ id: 'pd-multigrid', accuracy: 0.01 }, 'method.accuracy'],
  ])('%j for a world with triangles, at once and later', async (method, path) => {
    const bodies = [triangles(square)];
    await expect(createWorld({ bodies, method, backend: 'reference' })).rejects.toMatchObject({ path });
    const world = await createWorld({ bodies, backend: 'reference' });
    expect(() => world.configure({ method })).toThrow(expect.objectContaining({ path }));
    world.dispose();
    const springs = [triangles({ ...square, membrane: 'springs', bending: 0 })];
    (await createWorld({ bodies: springs, method, backend: 'reference' })).dispose();
  });
});

it('stands beside a cloth in a world, which is damped while triangles are not', async () => {
  const bodies = [cloth({ particles: [6, 6], pins: ['top'] }), triangles({ ...sheet(5), pins: ['borders'] })];
  const world = await createWorld({ bodies, stiffnessDamping: 1e-3, backend: 'wasm' });
  world.step(30);
  const { faults, energy, forces } = await world.statistics();
  expect(faults).toBe(0);
  expect(energy.elements).toBeCloseTo(forces.membrane.energy + forces.bending.energy, 12);
  world.dispose();
});

it('a network takes typed arrays too', () => {
  const options = {
    vertices: [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ] as Vec3[],
    springs: [
      [0, 1],
      [1, 2],
    ] as const,
  };
  const flat = network({
    vertices: Float32Array.from(options.vertices.flat()),
    springs: Uint16Array.from(options.springs.flat()),
    pins: Uint8Array.of(2),
  });
  expect(flat).toEqual(network({ ...options, pins: [2] }));
});
