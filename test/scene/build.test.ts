import { describe, expect, it, vi } from 'vitest';
import { cloth, NUMBERS, numbersFrom, SHAPE_NAMES, solid } from '../../engine/index.ts';
import { BODY_KINDS } from '../../scene/bodies/index.ts';
import {
  buildScene,
  createSceneWorld,
  parseScene,
  SceneError,
  type SceneInput,
  validateScene,
} from '../../scene/index.ts';
import { CORNER } from '../random-shapes.ts';

const build = (input: Omit<SceneInput, 'version'>) =>
  buildScene(validateScene({ version: 1, ...input }).scene);
const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);

describe('buildScene', () => {
  it('passes a cloth on as it is written', () => {
    const options = {
      name: 'sail',
      particles: [4, 3],
      size: [2, 1],
      stretch: 1.5,
      position: [1, 2, 3],
      rotation: [10, 20, 30],
      velocity: [0, 0, 4],
      mass: 0.6,
      stiffness: { structural: 10, shear: 0, bend: 3 },
      diagonals: 1,
      pins: ['top', 5],
    } as const;
    expect(build({ bodies: [structuredClone({ type: 'cloth', ...options }) as never] }).bodies).toEqual([
      cloth(options),
    ]);
  });

  it('passes a solid on as it is written, and overrides its springs', () => {
    const options = {
      name: 'ball',
      particles: [5, 6, 7],
      size: [2, 1, 3],
      shape: 'ellipsoid',
      position: [1, 2, 3],
      rotation: [10, 20, 30],
      velocity: [0, 0, 4],
      mass: 0.6,
      stiffness: { structural: 10 },
      pins: ['top', 5],
    } as const;
    const shape = structuredClone({ type: 'solid', ...options }) as never as object;
    const overrides = { springs: [{ between: [0, 1], stiffness: 7 }] };
    const [plain, changed] = build({ bodies: [shape as never, { ...shape, overrides } as never] }).bodies;
    expect(plain).toEqual(solid(options));
    expect([...changed.stiffness].filter((k) => k !== 10)).toEqual([7]);
  });

  it('passes colliders on as they are written, and what materials say about contact', () => {
    const motion = {
      keyframes: [{ time: 0, position: [0, 0, 0] }],
      repeat: false,
      velocity: [1, 0, 0],
      spin: [0, 0, 9],
      pivot: [0, 1, 0],
    };
    const box = { shape: 'box', name: 'lid', size: [1, 2, 3], position: [0, 0, 1], rotation: [0, 5, 0] };
    const { bodies, contact } = build({
      materials: { ice: { friction: { static: 0.2, kinetic: 0.1 } }, rubber: { restitution: 0.9 } },
      bodies: [
        { type: 'rope', material: 'rubber', radius: 0.2 },
        { type: 'solid', material: 'ice', radius: 0.1 },
      ],
      colliders: [{ ...box, material: 'ice', motion, color: '#ffffff' } as never],
      pairs: [{ between: ['ice', 'default'], friction: 0 }],
    });
    expect(contact).toEqual({
      colliders: [{ ...box, material: 'ice', motion }],
      materials: {
        ice: { friction: { static: 0.2, kinetic: 0.1 }, restitution: 0 },
        rubber: { friction: 0.4, restitution: 0.9 },
      },
      pairs: [{ between: ['ice', 'default'], friction: 0 }],
    });
    expect(bodies.map(({ material, radius }) => [material, radius])).toEqual([
      ['rubber', 0.2],
      ['ice', 0.1],
    ]);
  });

  it('passes the settings on', () => {
    const { settings } = build({
      bodies: [{ type: 'rope' }],
      solver: { method: 'PD_GS', outer: 3, inner: 4, omega: 1.5, budget: 2, integrate: false },
      timestep: 0.001,
      substeps: 3,
      gravity: [1, 2, 3],
      damping: 0,
      stiffnessDamping: 0.01,
    });
    expect(settings).toEqual({
      ...numbersFrom((name) => NUMBERS[name].default),
      method: { id: 'pd-gs', outer: 3, inner: 4, omega: 1.5, budget: 2, integrate: false },
      timestep: 0.001,
      substeps: 3,
      gravity: [1, 2, 3],
      damping: 0,
      stiffnessDamping: 0.01,
    });
  });

  it('takes mass and stiffness from the material, and lets the body’s own fields win', () => {
    const materials = { wool: { density: 0.3, stiffness: { structural: 70, shear: 7, bend: 0 } } };
    const shape = { type: 'cloth', particles: [3, 3], size: [2, 4], material: 'wool' } as const;
    const [plain, own] = build({
      materials,
      bodies: [shape as never, { ...shape, mass: 5, stiffness: { shear: 9 } } as never],
    }).bodies;
    expect(sum(plain.masses)).toBeCloseTo(0.3 * 2 * 4, 12);
    expect(new Set(plain.stiffness)).toEqual(new Set([70, 7]));
    expect(sum(own.masses)).toBeCloseTo(5, 12);
    expect(new Set(own.stiffness)).toEqual(new Set([70, 9]));
  });

  it('leaves the bend springs of a material to its cloths', () => {
    const [mesh] = build({
      materials: { wool: { stiffness: { structural: 70, shear: 7, bend: 3 } } },
      bodies: [
        {
          type: 'quadMesh',
          material: 'wool',
          vertices: [[0, 0, 0], [2, 0, 0], [2, 1, 0], [0, 1, 0]], // biome-ignore format: a row
          quads: [[0, 1, 2, 3]],
        },
      ],
    }).bodies;
    expect(new Set(mesh.stiffness)).toEqual(new Set([70, 7]));
    expect(mesh.colouring).toBe('any');
  });

  it('weighs a quad mesh by its area', () => {
    // A quad of 2 m by 1 m and one of 1 m by 1 m.
    const [mesh] = build({
      materials: { wool: { density: 0.5, stiffness: { shear: 0 } } },
      bodies: [
        {
          type: 'quadMesh',
          material: 'wool',
          vertices: [[0, 0, 0], [2, 0, 0], [2, 1, 0], [0, 1, 0], [3, 0, 0], [3, 1, 0]], // biome-ignore format: a row
          quads: [[0, 1, 2, 3], [1, 4, 5, 2]], // biome-ignore format: a row
        },
      ],
    }).bodies;
    expect(sum(mesh.masses)).toBeCloseTo(0.5 * 3, 12);
    expect(mesh.colouring).toBe('red-black');
  });

  describe('of a body whose springs are checked', () => {
    const parsed = () =>
      parseScene(`{ "version": 1, "bodies": [
        { "type": "quadMesh", "vertices": [[0, 0, 0], [2, 0, 0], [2, 1, 0], [0, 1, 0]], "quads": [[0, 1, 2, 3]] },
        { "type": "cloth", "particles": [3, 3], "overrides": { "springs": [{ "between": [0, 1], "stiffness": 5 }] } }
      ] }`);

    it('makes it once', async () => {
      const made = ['quadMesh', 'cloth'].map((type) => vi.spyOn(BODY_KINDS[type], 'make'));
      const world = await createSceneWorld(parsed());
      expect(made.map((spy) => spy.mock.calls.length)).toEqual([1, 1]);
      expect(world.model.particles).toBe(4 + 9);
      world.dispose();
      vi.restoreAllMocks();
    });

    it('makes it anew where something in it changed since', () => {
      const { scene } = parsed();
      const [mesh] = scene.bodies;
      if (mesh.type === 'quadMesh') mesh.vertices[2][0] = 3;
      expect([...buildScene(scene).bodies[0].positions.slice(6, 9)]).toEqual([3, 1, 0]);
    });
  });

  it('gives single springs and particles what is their own', () => {
    const shape = { type: 'cloth', particles: [3, 2], stiffness: { shear: 0, bend: 0 } } as const;
    const [plain, changed] = build({
      bodies: [
        shape as never,
        {
          ...shape,
          overrides: {
            particles: [{ id: 4, mass: 7 }],
            springs: [{ between: [4, 1], restLength: 0.25 }, { between: [0, 1], stiffness: 5 }], // biome-ignore format: a row
          },
        } as never,
      ],
    }).bodies;
    const springOf = (i: number, j: number) => {
      for (let s = 0; s < plain.restLengths.length; s++) {
        if ([i, j].every((id) => plain.ends.subarray(2 * s, 2 * s + 2).includes(id))) return s;
      }
      throw new Error('no such spring');
    };
    expect(changed.masses).toEqual(plain.masses.with(4, 7));
    expect(changed.restLengths).toEqual(plain.restLengths.with(springOf(1, 4), 0.25));
    expect(changed.stiffness).toEqual(plain.stiffness.with(springOf(0, 1), 5));
    expect({ ...changed, masses: 0, restLengths: 0, stiffness: 0 }).toEqual({
      ...plain,
      masses: 0,
      restLengths: 0,
      stiffness: 0,
    });
  });

  it('takes rest lengths, stiffnesses and masses of a network one by one', () => {
    const [body] = build({
      bodies: [
        {
          type: 'network',
          vertices: [[0, 0, 0], [1, 0, 0], [1, 1, 0]], // biome-ignore format: a row
          springs: [[0, 1], [1, 2], [2, 0]], // biome-ignore format: a row
          restLengths: [1, 2, 3],
          stiffness: [10, 20, 30],
          masses: [0.1, 0.2, 0.3],
          triangles: [[0, 1, 2]],
          pins: [2],
        },
      ],
    }).bodies;
    expect([...body.restLengths]).toEqual([1, 2, 3]);
    expect([...body.stiffness]).toEqual([10, 20, 30]);
    expect([...body.masses]).toEqual([0.1, 0.2, 0.3]);
    expect([...body.ends]).toEqual([0, 1, 1, 2, 2, 0]);
    expect([...body.triangles]).toEqual([0, 1, 2]);
    expect(body.pins).toEqual([2]);
  });
});

describe('createSceneWorld', () => {
  const text =
    '{ "version": 1, "bodies": [{ "type": "rope", "particles": 3, "pins": ["start"] }], "damping": 0 }';

  it('takes text, values and parsed scenes alike', async () => {
    const states: number[][] = [];
    for (const scene of [text, JSON.parse(text), validateScene(JSON.parse(text)).scene]) {
      const world = await createSceneWorld(scene, { backend: 'reference' });
      world.step();
      states.push([...(await world.read({ positions: new Float64Array(9) })).positions]);
      world.dispose();
    }
    // The free end falls; the start stays.
    expect(states[0][1]).toBe(0);
    expect(states[0][7]).toBeLessThan(0);
    expect(states[1]).toEqual(states[0]);
    expect(states[2]).toEqual(states[0]);
  });

  it('says in world.warnings what the reader of the scene warns about', async () => {
    const world = await createSceneWorld('"softObjects": [{ "src": "3cloth" }], "modelPath": "a"', {
      backend: 'reference',
    });
    expect(world.warnings).toEqual([
      'The text has no outer braces; they were added.',
      'modelPath: "a" is not loaded; animated models are not supported yet.',
    ]);
    world.dispose();
  });

  it('takes what parseScene gives, with its warnings and with changes', async () => {
    const listing = '"softObjects": [{ "src": "3cloth" }], "modelPath": "a"';
    const parsed = parseScene(listing);
    const open = async (set?: string[]) => {
      const world = await createSceneWorld(parsed, { backend: 'reference', set });
      world.dispose();
      return world;
    };
    expect((await open()).warnings).toEqual(parsed.warnings);
    expect(parsed.warnings).toHaveLength(2);
    const changed = await open(['bodies[0].particles=[4,4]']);
    expect([changed.model.particles, changed.warnings]).toEqual([16, parsed.warnings]);
    expect(parsed).toEqual(parseScene(listing));
    await expect(open(['bodies[0].pins=[9]'])).rejects.toThrow(SceneError);
  });

  it('has the colliders of the scene, every shape', async () => {
    const shapes = [
      { shape: 'plane' },
      { shape: 'sphere', radius: 0.1 },
      { shape: 'box', size: [1, 1, 1] },
      { shape: 'capsule', radius: 0.1, length: 1 },
      { shape: 'cylinder', radius: 0.1, height: 1, name: 'drum', motion: { spin: [0, 90, 0] } },
      { shape: 'cone', radius: 0.1, height: 1 },
      { shape: 'wedge', size: [1, 1, 1] },
      { shape: 'torus', radius: 1, tube: 0.1 },
      { shape: 'funnel', steepness: 1, bottom: -1, top: 1 },
      { shape: 'heightfield', size: [1, 1], cells: [1, 1], heights: [0, 0, 0, 0] },
      { shape: 'grid', size: [1, 1, 1], cells: [1, 1, 1], distances: [1, 1, 1, 1, 1, 1, 1, 1] },
      CORNER,
    ];
    expect(shapes.map(({ shape }) => shape)).toEqual(SHAPE_NAMES);
    const fields = { bodies: [{ type: 'rope', position: [0, 9, 0] }], colliders: shapes };
    const world = await createSceneWorld({ version: 1, ...fields }, { backend: 'reference' });
    expect(world.colliders.map(({ collider }) => collider.shape)).toEqual(shapes.map(({ shape }) => shape));
    world.step(480);
    expect(world.colliders[4]).toMatchObject({ name: 'drum' });
    expect(world.colliders[4].pose.turn[1]).toBeCloseTo(Math.SQRT1_2, 6);
    world.dispose();
  });

  it('takes changes, and refuses a scene before anything is built', async () => {
    const world = await createSceneWorld(text, { backend: 'reference', set: ['bodies[0].particles=5'] });
    expect(world.model.particles).toBe(5);
    world.dispose();
    await expect(createSceneWorld(text, { set: ['bodies[0].pins[0]=3'] })).rejects.toThrow(SceneError);
  });
});
