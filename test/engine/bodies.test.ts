import { BODY_DEFAULTS, type Body, CLOTH_PLACES, cloth, InputError, network, quadMesh, rope } from 'selvedge';
import { describe, expect, it } from 'vitest';

const at = (body: Body, i: number) => [...body.positions.slice(3 * i, 3 * i + 3)];
const lengthOf = (body: Body, s: number) =>
  Math.hypot(...at(body, body.ends[2 * s]).map((x, c) => x - at(body, body.ends[2 * s + 1])[c]));
const pairsOf = (body: Body) =>
  Array.from({ length: body.ends.length / 2 }, (_, s) =>
    [body.ends[2 * s], body.ends[2 * s + 1]].sort((a, b) => a - b).join(' '),
  );
const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);

/** Positions within rounding. */
function expectNear(seen: readonly number[], wanted: readonly number[]): void {
  expect(seen).toHaveLength(wanted.length);
  wanted.forEach((value, c) => {
    expect(seen[c]).toBeCloseTo(value, 12);
  });
}

describe('cloth', () => {
  it("is the papers' 10,000 particles and 19,800 springs with structural springs only", () => {
    const body = cloth({ particles: [100, 100], stiffness: 1e6 });
    expect(body.masses).toHaveLength(10_000);
    expect(body.ends).toHaveLength(2 * 19_800);
    expect(body.triangles).toHaveLength(3 * 2 * 99 * 99);
    expect(new Set(body.stiffness)).toEqual(new Set([1e6]));
  });

  /* (w-1)h + w(h-1) structural, 2(w-1)(h-1) shear, (w-2)h + w(h-2) bend. */
  it.each([
    [2, 2],
    [2, 7],
    [5, 4],
    [13, 31],
  ])('%d × %d has the springs of its families', (w, h) => {
    const body = cloth({ particles: [w, h], size: [w - 1, 2 * (h - 1)] });
    const families = [(w - 1) * h + w * (h - 1), 2 * (w - 1) * (h - 1), (w - 2) * h + w * (h - 2)];
    expect(body.restLengths).toHaveLength(families[0] + families[1] + families[2]);
    expect(new Set(pairsOf(body)).size).toBe(body.restLengths.length); // no spring twice
    const { structural, shear, bend } = BODY_DEFAULTS.cloth.stiffness;
    [structural, shear, bend].forEach((k, family) => {
      expect(body.stiffness.filter((value) => value === k)).toHaveLength(families[family]);
    });
    // Particles stand 1 m apart across and 2 m down.
    body.restLengths.forEach((L, s) => {
      const allowed = { [structural]: [1, 2], [shear]: [Math.hypot(1, 2)], [bend]: [2, 4] }[
        body.stiffness[s]
      ]!;
      expect(allowed.some((length) => Math.abs(length - L) < 1e-12)).toBe(true);
      expect(lengthOf(body, s)).toBeCloseTo(L, 12);
    });
  });

  it('with one diagonal a quad is the cloth of [LBOK13] Table 1: 32,158 springs', () => {
    const body = cloth({
      particles: [81, 81],
      diagonals: 1,
      stiffness: { structural: 3, shear: 2, bend: 1 },
    });
    const family = (k: number) => body.stiffness.filter((value) => value === k).length;
    expect([family(3), family(2), family(1)]).toEqual([12_960, 6400, 12_798]);
    expect(body.restLengths).toHaveLength(32_158);
    expect(new Set(pairsOf(body)).size).toBe(32_158);
    // From the top left of a quad to its bottom right.
    const { ends, stiffness, colours } = body;
    stiffness.forEach((k, s) => {
      if (k === 2) expect(ends[2 * s + 1] - ends[2 * s]).toBe(82);
      expect(colours![ends[2 * s]]).not.toBe(colours![ends[2 * s + 1]]);
    });
    expect(new Set(colours).size).toBe(3);
  });

  it('leaves out a family of stiffness 0 and keeps the defaults of the others', () => {
    const body = cloth({ particles: [4, 4], stiffness: { shear: 0 } });
    expect(new Set(body.stiffness)).toEqual(
      new Set([BODY_DEFAULTS.cloth.stiffness.structural, BODY_DEFAULTS.cloth.stiffness.bend]),
    );
  });

  it('lies in the x-y plane about the origin, row 0 at the top, index = row × columns + column', () => {
    const body = cloth({ particles: [3, 5], size: [2, 4] });
    expectNear(at(body, 0), [-1, 2, 0]);
    expectNear(at(body, 2), [1, 2, 0]);
    expectNear(at(body, 2 * 3 + 1), [0, 0, 0]);
    expectNear(at(body, 14), [1, -2, 0]);
    expect([...body.uvs.slice(0, 2)]).toEqual([0, 1]);
    expect([...body.uvs.slice(28, 30)]).toEqual([1, 0]);
  });

  it('stretch enlarges the start, not the rest lengths', () => {
    const body = cloth({ particles: [3, 3], stretch: 5, stiffness: 1 });
    expectNear(at(body, 0), [-2.5, 2.5, 0]);
    body.restLengths.forEach((L, s) => {
      expect(L).toBe(0.5);
      expect(lengthOf(body, s)).toBeCloseTo(5 * L, 12);
    });
  });

  it('turns about x, then y, then z, and then moves', () => {
    const corner = (rotation: [number, number, number]) =>
      at(cloth({ particles: [2, 2], size: [2, 4], rotation, position: [10, 20, 30] }), 1); // (1, 2, 0) before
    expectNear(corner([0, 0, 0]), [11, 22, 30]);
    expectNear(corner([90, 0, 0]), [11, 20, 32]); // y → z
    expectNear(corner([0, 90, 0]), [10, 22, 29]); // x → -z
    expectNear(corner([0, 0, 90]), [8, 21, 30]); // x → y, y → -x
    expectNear(corner([90, 90, 0]), [12, 20, 29]); // (1, 2, 0) → (1, 0, 2) → (2, 0, -1)
    expectNear(corner([90, 0, 90]), [10, 21, 32]); // (1, 2, 0) → (1, 0, 2) → (0, 1, 2)
  });

  it('shares its mass evenly and moves as one', () => {
    const body = cloth({ particles: [4, 5], mass: 3, velocity: [1, 2, 3] });
    expect(sum(body.masses)).toBeCloseTo(3, 12);
    expect(new Set(body.masses).size).toBe(1);
    for (let i = 0; i < 20; i++) expect([...body.velocities.slice(3 * i, 3 * i + 3)]).toEqual([1, 2, 3]);
  });

  it('pins by name and by index, each particle once', () => {
    const pins = (...names: NonNullable<Parameters<typeof cloth>[0]>['pins'] & object) =>
      [...cloth({ particles: [4, 3], pins: names }).pins].sort((a, b) => a - b);
    expect(pins('top-left')).toEqual([0]);
    expect(pins('top-right')).toEqual([3]);
    expect(pins('bottom-left')).toEqual([8]);
    expect(pins('bottom-right')).toEqual([11]);
    expect(pins('top')).toEqual([0, 1, 2, 3]);
    expect(pins('bottom')).toEqual([8, 9, 10, 11]);
    expect(pins('left')).toEqual([0, 4, 8]);
    expect(pins('right')).toEqual([3, 7, 11]);
    expect(CLOTH_PLACES.flatMap((place) => pins(place)).length).toBe(4 + 2 * (4 + 3));
    expect(pins('top', 'left', 0, 5)).toEqual([0, 1, 2, 3, 4, 5, 8]);
  });

  it('has triangles that face +z and cover every quad', () => {
    const body = cloth({ particles: [5, 4], size: [4, 3] });
    let area = 0;
    for (let t = 0; t < body.triangles.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => at(body, body.triangles[t + k]));
      const twice = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
      expect(twice).toBeGreaterThan(0);
      area += twice / 2;
    }
    expect(area).toBeCloseTo(12, 12);
  });
});

describe('rope', () => {
  it('runs along x from the origin with n - 1 springs', () => {
    const body = rope({ particles: 5, length: 2, mass: 1, stiffness: 7, pins: ['start', 'end', 2] });
    expect(pairsOf(body)).toEqual(['0 1', '1 2', '2 3', '3 4']);
    expectNear(at(body, 0), [0, 0, 0]);
    expectNear(at(body, 4), [2, 0, 0]);
    body.restLengths.forEach((L) => {
      expect(L).toBeCloseTo(0.5, 14);
    });
    expect([...body.stiffness]).toEqual([7, 7, 7, 7]);
    expect(sum(body.masses)).toBeCloseTo(1, 12);
    expect([...body.pins].sort()).toEqual([0, 2, 4]);
    expect(body.triangles).toHaveLength(0);
  });

  it('bends with springs i, i + 2', () => {
    const body = rope({ particles: 4, stiffness: { bend: 3 } });
    expect(pairsOf(body)).toEqual(['0 1', '1 2', '2 3', '0 2', '1 3']);
    expect([...body.stiffness]).toEqual([4000, 4000, 4000, 3, 3]);
  });
});

describe('quadMesh', () => {
  const strip = {
    vertices: [
      [0, 0, 0],
      [1, 0, 0],
      [2, 0, 0],
      [0, 1, 0],
      [1, 1, 0],
      [2, 1, 0],
    ] as [number, number, number][],
    quads: [
      [0, 1, 4, 3],
      [1, 2, 5, 4],
    ] as [number, number, number, number][],
  };

  it('has a spring on every edge, shared edges once, and two triangles a quad', () => {
    const body = quadMesh({ ...strip, stiffness: 50 });
    expect(pairsOf(body).sort()).toEqual(['0 1', '0 3', '1 2', '1 4', '2 5', '3 4', '4 5']);
    expect(body.triangles).toHaveLength(12);
    expect(body.colouring).toBe('red-black');
    expect(new Set(body.stiffness)).toEqual(new Set([50]));
  });

  it('shear adds both diagonals of every quad, and more colours', () => {
    const body = quadMesh({ ...strip, stiffness: { shear: 5 } });
    expect(pairsOf(body).slice(7).sort()).toEqual(['0 4', '1 3', '1 5', '2 4']);
    expect(body.colouring).toBe('any');
  });
});

describe('network', () => {
  it('takes its rest lengths from the vertices, before they are placed', () => {
    const body = network({
      vertices: [
        [0, 0, 0],
        [3, 4, 0],
        [3, 4, 12],
      ],
      springs: [
        [0, 1],
        [2, 1],
        [0, 2],
      ],
      stiffness: [1, 2, 3],
      masses: [4, 5, 6],
      rotation: [10, 20, 30],
      triangles: [[0, 1, 2]],
    });
    expectNear([...body.restLengths], [5, 12, 13]);
    expect([...body.stiffness]).toEqual([1, 2, 3]);
    expect([...body.masses]).toEqual([4, 5, 6]);
    expect([...body.triangles]).toEqual([0, 1, 2]);
  });
});

it.each([
  ['a cloth', cloth({ particles: [3, 3], stiffness: 7 }), 12],
  ['a rope', rope({ particles: 4, stiffness: 7 }), 3],
  [
    'a quad mesh',
    quadMesh({
      vertices: [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], // biome-ignore format: a row
      quads: [[0, 1, 2, 3]],
      stiffness: 7,
    }),
    4,
  ],
])('a number for a stiffness means structural springs only: %s', (_, body, springs) => {
  expect([...body.stiffness]).toEqual(Array(springs).fill(7));
});

it('what is left out of a stiffness is the default', () => {
  const { rope: line, cloth: weave } = BODY_DEFAULTS;
  expect(new Set(rope({ stiffness: { bend: 3, structural: undefined } }).stiffness)).toEqual(
    new Set([line.stiffness.structural, 3]),
  );
  expect(new Set(cloth({ stiffness: { structural: 9, bend: undefined } }).stiffness)).toEqual(
    new Set([9, weave.stiffness.shear, weave.stiffness.bend]),
  );
});

describe('errors name the field, the value and what is allowed', () => {
  const vertices = [
    [0, 0, 0],
    [1, 0, 0],
  ] as const;
  const CASES: [string, () => unknown, string][] = [
    [
      'one column',
      () => cloth({ particles: [1, 5] }),
      'cloth.particles[0]: 1 is not allowed; a whole number from 2 to 4096',
    ],
    [
      'half a row',
      () => cloth({ particles: [5, 2.5] }),
      'cloth.particles[1]: 2.5 is not allowed; a whole number',
    ],
    ['too many', () => cloth({ particles: [5, 1e9] }), 'cloth.particles[1]: 1000000000 is not allowed'],
    [
      'no pair',
      () => cloth({ particles: [5] as never }),
      'cloth.particles: [5] is not allowed; an array of 2',
    ],
    ['no width', () => cloth({ size: [0, 1] }), 'cloth.size[0]: 0 is not allowed'],
    [
      'negative mass',
      () => cloth({ mass: -1 }),
      'cloth.mass: -1 is not allowed; a finite number greater than 0 (kg)',
    ],
    ['no stiffness', () => cloth({ stiffness: 0 }), 'cloth.stiffness: 0 is not allowed'],
    ['negative shear', () => cloth({ stiffness: { shear: -1 } }), 'cloth.stiffness.shear: -1'],
    ['no families', () => cloth({ stiffness: 'stiff' as never }), 'cloth.stiffness: "stiff" is not allowed'],
    ['a family nobody has', () => cloth({ stiffness: { twist: 1 } as never }), 'cloth.stiffness.twist: 1'],
    ['no rope', () => rope({ stiffness: 0 }), 'rope.stiffness: 0 is not allowed'],
    ['rope bend', () => rope({ stiffness: { bend: -1 } }), 'rope.stiffness.bend: -1 is not allowed'],
    [
      'rope shear',
      () => rope({ stiffness: { shear: 1 } as never }),
      'rope.stiffness.shear: 1 is not allowed; only structural and bend here',
    ],
    [
      'quad mesh bend',
      () => quadMesh({ vertices, quads: [], stiffness: { bend: 1 } as never }),
      'quadMesh.stiffness.bend: 1 is not allowed; only structural and shear here',
    ],
    ['three diagonals', () => cloth({ diagonals: 3 as never }), 'cloth.diagonals: 3 is not allowed; 1 or 2'],
    ['NaN stretch', () => cloth({ stretch: Number.NaN }), 'cloth.stretch: NaN is not allowed'],
    ['text', () => cloth({ mass: '1' as never }), 'cloth.mass: "1" is not allowed'],
    ['a name of its own', () => cloth({ name: 'flag', mass: 0 }), 'flag.mass: 0'],
    [
      'unknown pin',
      () => cloth({ pins: ['middle' as never] }),
      'cloth.pins[0]: "middle" is not allowed; a particle from 0 to 2499, or top-left',
    ],
    [
      'pin outside',
      () => cloth({ particles: [2, 2], pins: [0, 4] }),
      'cloth.pins[1]: 4 is not allowed; a particle from 0 to 3',
    ],
    ['position', () => cloth({ position: [0, Number.NaN, 0] }), 'cloth.position[1]: NaN'],
    ['rotation', () => cloth({ rotation: [0, 0] as never }), 'cloth.rotation: [0,0] is not allowed'],
    ['velocity', () => cloth({ velocity: [0, 0, Number.POSITIVE_INFINITY] }), 'cloth.velocity[2]: Infinity'],
    ['short rope', () => rope({ particles: 1 }), 'rope.particles: 1 is not allowed'],
    ['rope length', () => rope({ length: 0 }), 'rope.length: 0'],
    [
      'rope pin',
      () => rope({ pins: ['middle' as never] }),
      'rope.pins[0]: "middle" is not allowed; 0 to 49, "start" or "end"',
    ],
    ['rope pin outside', () => rope({ particles: 3, pins: [3] }), 'rope.pins[0]: 3'],
    ['no vertices', () => network({ vertices: [], springs: [] }), 'network.vertices: [] is not allowed'],
    [
      'no such vertex',
      () => network({ vertices, springs: [[0, 2]] }),
      'network.springs[0][1]: 2 is not allowed; a whole number from 0 to 1',
    ],
    [
      'a loop',
      () => network({ vertices, springs: [[1, 1]] }),
      'network.springs[0]: [1,1] is not allowed; two different vertices',
    ],
    [
      'rest lengths',
      () => network({ vertices, springs: [[0, 1]], restLengths: [1, 2] }),
      'network.restLengths',
    ],
    [
      'stiffness',
      () => network({ vertices, springs: [[0, 1]], stiffness: [-1] }),
      'network.stiffness[0]: -1',
    ],
    ['masses', () => network({ vertices, springs: [], masses: [1, 0] }), 'network.masses[1]: 0'],
    ['masses count', () => network({ vertices, springs: [], masses: [1] }), 'network.masses'],
    [
      'triangle',
      () => network({ vertices, springs: [], triangles: [[0, 1, 2]] }),
      'network.triangles[0][2]: 2',
    ],
    ['quad', () => quadMesh({ vertices, quads: [[0, 1, 2, 3]] }), 'quadMesh.quads[0][2]: 2 is not allowed'],
    [
      'quad of three',
      () => quadMesh({ vertices, quads: [[0, 1, 0] as never] }),
      'quadMesh.quads[0]: [0,1,0]',
    ],
  ];
  it.each(CASES)('%s', (_, make, message) => {
    expect(make).toThrow(InputError);
    expect(make).toThrow(message);
  });
});
