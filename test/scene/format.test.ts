import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Contact } from '../../engine/contact/contact.ts';
import { contactReport } from '../../engine/contact/report.ts';
import {
  balls,
  type Collider,
  cloth,
  createWorld,
  InputError,
  METHODS,
  magazine,
  NUMBERS,
  network,
  numbersFrom,
  quadMesh,
  rope,
  solid,
} from '../../engine/index.ts';
import { buildModel } from '../../engine/model.ts';
import { buildScene, parseScene, SceneError, type SceneInput, validateScene } from '../../scene/index.ts';
import { sceneJsonSchema } from '../../scene/json-schema.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const read = (file: string) => readFileSync(`${ROOT}${file}`, 'utf8');
const sceneFiles = readdirSync(`${ROOT}scenes`).filter(
  (file) => file.endsWith('.json') && file !== 'scene.schema.json',
);

const square: [number, number, number][] = [
  [0, 0, 0],
  [1, 0, 0],
  [1, 1, 0],
  [0, 1, 0],
];

describe('defaults', () => {
  it('fill in everything', () => {
    const { scene, warnings } = validateScene({ version: 1, bodies: [{ type: 'cloth' }, { type: 'rope' }] });
    const placed = {
      position: [0, 0, 0],
      rotation: [0, 0, 0],
      velocity: [0, 0, 0],
      color: '#ff5e55',
      strengthSpread: 0.2,
      seed: 1,
      pins: [],
    };
    expect(warnings).toEqual([]);
    expect(scene).toEqual({
      version: 1,
      materials: {},
      bodies: [
        {
          ...placed,
          type: 'cloth',
          name: 'cloth',
          particles: [50, 50],
          size: [1, 1],
          stretch: 1,
          mass: 0.2,
          stiffness: { structural: 4000, shear: 400, bend: 20 },
          diagonals: 2,
          split: false,
        },
        {
          ...placed,
          type: 'rope',
          name: 'rope',
          particles: 50,
          length: 1,
          mass: 0.1,
          stiffness: { structural: 4000, bend: 0 },
        },
      ],
      colliders: [],
      attachments: [],
      pairs: [],
      solver: { method: 'auto', outer: 2, integrate: true },
      ...numbersFrom((name) => NUMBERS[name].default),
      substeps: 'auto',
      stepsPerFrame: 8,
      gravity: [0, -9.81, 0],
      drags: [],
      camera: { position: [0, 0.2, 2.6], target: [0, 0, 0], fov: 40 },
      lights: [
        { type: 'sun', position: [1, 2, 2], color: '#ffffff', intensity: 2.5, shadow: true },
        { type: 'ambient', color: '#ffffff', intensity: 0.8 },
      ],
      background: '#20242c',
      showcase: { duration: 4, thumbnail: 1.5 },
    });
  });

  it('are the engine’s own', async () => {
    const quads: [number, number, number, number][] = [[0, 1, 2, 3]];
    const springs: [number, number][] = [[0, 1]];
    const input: SceneInput = {
      version: 1,
      bodies: [
        { type: 'cloth' },
        { type: 'rope' },
        { type: 'solid' },
        { type: 'quadMesh', vertices: square, quads },
        { type: 'network', vertices: square, springs },
        { type: 'balls', centres: square },
        { type: 'magazine', count: 3 },
      ],
    };
    const { bodies, settings } = buildScene(validateScene(input).scene);
    expect(bodies).toEqual([
      cloth(),
      rope(),
      solid(),
      quadMesh({ vertices: square, quads }),
      network({ vertices: square, springs }),
      balls({ centres: square }),
      magazine({ count: 3 }),
    ]);
    const world = await createWorld({ bodies: [rope()], backend: 'reference' });
    const { id, ...iterations } = world.method;
    expect(settings.method).toEqual({ id, ...iterations, budget: undefined });
    expect(settings.timestep).toBe(world.timestep);
    world.dispose();
  });

  it('change nothing when the scene is read again', () => {
    for (const file of sceneFiles) {
      const { scene } = parseScene(read(`scenes/${file}`));
      expect(validateScene(scene)).toEqual({ scene, warnings: [] });
      expect(parseScene(JSON.stringify(scene))).toEqual({ scene, warnings: [] });
    }
  });
});

describe('limits', () => {
  const settingsOf = (fields: object) =>
    buildScene(validateScene({ version: 1, bodies: [{ type: 'rope' }], ...fields }).scene).settings;

  it.each<[string, object, object, boolean]>([
    ['the shortest step', { timestep: 1e-6 }, {}, true],
    ['a shorter one', { timestep: 9e-7 }, {}, false],
    ['the longest step', { timestep: 1 }, {}, true],
    ['a longer one', { timestep: 1.1 }, {}, false],
    ['strong gravity', { gravity: [0, -1e6, 1e6] }, {}, true],
    ['stronger gravity', { gravity: [0, -1.1e6, 0] }, {}, false],
    ['much drag', { damping: 1e6 }, {}, true],
    ['more drag', { damping: 1.1e6 }, {}, false],
    ['a small budget', {}, { budget: 1e-3 }, true],
    ['no budget', {}, { budget: 0 }, false],
    ['a large budget', {}, { budget: 1000 }, true],
    ['a larger one', {}, { budget: 1001 }, false],
    ['many iterations', {}, { outer: 100_000 }, true],
    ['more', {}, { outer: 100_001 }, false],
  ])('are the engine’s own: %s', async (_, fields, solver, fits) => {
    const throughEngine = async () =>
      (await createWorld({ bodies: [rope()], ...fields, method: solver, backend: 'reference' })).dispose();
    if (fits) {
      expect(() => settingsOf({ ...fields, solver })).not.toThrow();
      await throughEngine();
    } else {
      expect(() => settingsOf({ ...fields, solver })).toThrow(SceneError);
      await expect(throughEngine()).rejects.toThrow(InputError);
    }
  });
});

describe('the limits of colliders', () => {
  const flat = (count: number) => new Array<number>(count).fill(0);
  it.each<[string, Collider, boolean]>([
    ['a wedge with its ridge at an end', { shape: 'wedge', size: [1, 1, 1], ridge: 1 }, true],
    ['beyond it', { shape: 'wedge', size: [1, 1, 1], ridge: 1.1 }, false],
    ['a pointed cone', { shape: 'cone', radius: 1, height: 1, top: 0 }, true],
    ['more than pointed', { shape: 'cone', radius: 1, height: 1, top: -0.1 }, false],
    ['a torus without a tube', { shape: 'torus', radius: 1, tube: 0 }, false],
    ['a wide funnel', { shape: 'funnel', steepness: 1, bottom: -20, top: 20 }, true],
    ['a wider one', { shape: 'funnel', steepness: 1, bottom: -20, top: 20.1 }, false],
    ['a funnel without a wall', { shape: 'funnel', steepness: 1, bottom: 0, top: 1, thickness: 0 }, false],
    ['a long field', { shape: 'heightfield', size: [1, 1], cells: [4096, 1], heights: flat(8194) }, true],
    ['a longer one', { shape: 'heightfield', size: [1, 1], cells: [4097, 1], heights: flat(8196) }, false],
    ['a long grid', { shape: 'grid', size: [1, 1, 1], cells: [512, 1, 1], distances: flat(2052) }, true],
    ['a longer one', { shape: 'grid', size: [1, 1, 1], cells: [513, 1, 1], distances: flat(2056) }, false],
  ])('are the engine’s own: %s', async (_, collider, fits) => {
    const inScene = () => validateScene({ version: 1, bodies: [{ type: 'rope' }], colliders: [collider] });
    const inEngine = async () =>
      (await createWorld({ bodies: [rope()], colliders: [collider], backend: 'reference' })).dispose();
    if (fits) {
      expect(inScene).not.toThrow();
      await inEngine();
    } else {
      expect(inScene).toThrow(SceneError);
      await expect(inEngine()).rejects.toThrow(InputError);
    }
  });

  it('are met by balls: particles of different bodies touch where there are any, if nothing else is said', async () => {
    const ball = { type: 'balls', centres: [[0, 0, 0]] };
    for (const [fields, expected] of [
      [{ bodies: [ball] }, ['touch', 'overlooked']],
      [{ bodies: [ball], particleContact: 'none' }, []],
      [{ bodies: [{ type: 'rope' }] }, []],
      [{ bodies: [{ type: 'rope' }], particleContact: 'all' }, ['touch', 'overlooked']],
    ] as const) {
      const { bodies, contact } = buildScene(validateScene({ version: 1, ...fields }).scene);
      const model = buildModel(bodies);
      expect(contactReport({ model, contact: new Contact(model, contact) }).buffers).toEqual(expected);
    }
  });
});

describe('the solver’s defaults', () => {
  const solverOf = (solver?: object, set?: string[]) =>
    validateScene({ version: 1, bodies: [{ type: 'rope' }], solver }, { set }).scene.solver;
  const product = { method: 'auto', outer: 2, integrate: true };

  it('are the product’s where no method is named, however little is said', () => {
    expect(solverOf()).toEqual(product);
    expect(solverOf({})).toEqual(product);
    expect(solverOf({ outer: 5 })).toEqual({ ...product, outer: 5 });
    expect(solverOf({ integrate: false, budget: 2 })).toEqual({ ...product, integrate: false, budget: 2 });
    expect(solverOf(undefined, ['solver.outer=5'])).toEqual({ ...product, outer: 5 });
    expect(solverOf({ method: undefined, omega: undefined })).toEqual(product);
  });

  it.each(METHODS.map(({ id, parameters }) => [id, parameters] as const))(
    'are the method’s own where %s is named',
    (id, parameters) => {
      const defaults = Object.fromEntries(
        Object.entries(parameters).map(([name, parameter]) => [name, parameter.default]),
      );
      expect(solverOf({ method: id })).toEqual({ method: id, ...defaults, integrate: true });
      const [[name, parameter]] = Object.entries(parameters);
      const other = 'choices' in parameter ? parameter.choices.at(-1) : parameter.max;
      expect(solverOf(undefined, [`solver.method=${id}`, `solver.${name}=${other}`])).toMatchObject({
        ...defaults,
        [name]: other,
      });
    },
  );

  it('are those of the library', async () => {
    for (const given of [{}, { outer: 5 }, { method: 'pd-rbgs' }, { method: 'pd-gs', outer: 4 }]) {
      const { method: id, ...rest } = given as { method?: string };
      const world = await createWorld({
        bodies: [rope()],
        method: id === undefined ? rest : { id, ...rest },
        backend: 'reference',
      });
      const { method, ...filled } = solverOf(given);
      expect(world.method).toEqual({ id: method, ...filled, budget: undefined });
      world.dispose();
    }
  });
});

describe('solver names', () => {
  const names = METHODS.flatMap(({ id, aliases }) => [id, ...aliases].map((name) => [name, id]));
  it('are ids and the thesis’s, in any case', () => {
    expect(names.map(([name]) => name)).toEqual(
      expect.arrayContaining(['pd-rbgs', 'PD_RBGS', 'pd-gs', 'PD_GS', 'PD_JACOBI', 'PBD_JACOBI']),
    );
    for (const [name, id] of names) {
      for (const spelling of [name, name.toLowerCase(), name.toUpperCase(), name.replaceAll('-', '_')]) {
        const { scene } = validateScene({
          version: 1,
          bodies: [{ type: 'rope' }],
          solver: { method: spelling },
        });
        expect(scene.solver.method).toBe(id);
      }
    }
  });
});

describe('the JSON Schema', () => {
  it('is draft 7, refuses unknown fields and asks for version and bodies only', () => {
    expect(sceneJsonSchema()).toMatchObject({
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      additionalProperties: false,
      required: ['version', 'bodies'],
    });
  });

  it('offers the methods, with a default', () => {
    const { method } = (sceneJsonSchema() as never as SchemaNode).properties!.solver.properties!;
    expect(method).toMatchObject({ type: 'string', default: 'auto' });
    expect(method.enum).toEqual(expect.arrayContaining(['pd-rbgs', 'pbd-jacobi', 'PD_RBGS']));
  });

  it('describes every field, and shows a default for every one that may be left out', () => {
    const missing: string[] = [];
    for (const { path, field, required } of fieldsOf(sceneJsonSchema() as SchemaNode, '')) {
      if (!field.description) missing.push(`${path}: no description`);
      const stated = field.default !== undefined || field.description?.includes('Default');
      if (!required && !stated) missing.push(`${path}: no default`);
    }
    expect(missing).toEqual([]);
  });
});

interface SchemaNode {
  description?: string;
  default?: unknown;
  enum?: string[];
  properties?: Record<string, SchemaNode>;
  required?: string[];
  items?: SchemaNode | SchemaNode[];
  oneOf?: SchemaNode[];
  additionalProperties?: SchemaNode | boolean;
}

function* fieldsOf(
  node: SchemaNode,
  path: string,
): Generator<{ path: string; field: SchemaNode; required: boolean }> {
  for (const [name, field] of Object.entries(node.properties ?? {})) {
    const at = path === '' ? name : `${path}.${name}`;
    yield { path: at, field, required: node.required?.includes(name) ?? false };
    yield* fieldsOf(field, at);
  }
  for (const option of node.oneOf ?? []) yield* fieldsOf(option, path);
  if (node.items && !Array.isArray(node.items)) yield* fieldsOf(node.items, `${path}[]`);
  if (typeof node.additionalProperties === 'object') yield* fieldsOf(node.additionalProperties, `${path}[]`);
}

describe('docs/scene-format.md', () => {
  it('names every field', () => {
    const text = read('docs/scene-format.md');
    const unnamed = [...fieldsOf(sceneJsonSchema() as SchemaNode, '')].filter(
      ({ path }) => !text.includes(`\`${path.split('.').at(-1)}\``),
    );
    expect(unnamed.map(({ path }) => path)).toEqual([]);
  });

  it('shows scenes that are scenes', () => {
    const blocks = [...read('docs/scene-format.md').matchAll(/```json\n(.*?)```/gs)].map(([, json]) => json);
    expect(blocks.length).toBeGreaterThanOrEqual(2);
    for (const block of blocks) expect(() => parseScene(block)).not.toThrow();
  });
});

describe('scenes/', () => {
  it.each(sceneFiles)('%s is a scene that says what it shows', (file) => {
    const { scene, warnings } = parseScene(read(`scenes/${file}`), { source: file });
    expect(scene.description).toMatch(/\w{3}.*\.$/s);
    if (file !== 'np17-listing-5.1.json') {
      expect(warnings).toEqual([]);
      expect(scene.$schema).toBe('./scene.schema.json');
    }
  });

  it('has the papers’ scenes', () => {
    const hanging = buildScene(parseScene(read('scenes/pnf18-hanging.json')).scene);
    expect(hanging.bodies[0].masses).toHaveLength(10_000);
    expect(hanging.bodies[0].restLengths).toHaveLength(19_800);
    for (const length of hanging.bodies[0].restLengths) expect(length).toBeCloseTo(0.01, 12);
    expect(new Set(hanging.bodies[0].stiffness)).toEqual(new Set([1e6]));
    expect(hanging.bodies[0].pins).toEqual([0, 99]);
    // Horizontal: every particle at one height.
    expect(hanging.bodies[0].positions.every((value, k) => k % 3 !== 1 || Math.abs(value) < 1e-15)).toBe(
      true,
    );
    expect(hanging.settings).toMatchObject({
      timestep: 0.002,
      method: { id: 'pd-rbgs', outer: 11, inner: 1 },
    });

    const [cloth] = buildScene(parseScene(read('scenes/lbok13-cloth.json')).scene).bodies;
    expect([cloth.masses.length, cloth.restLengths.length]).toEqual([81 * 81, 32_158]); // [LBOK13] Table 1

    const { bodies, settings } = buildScene(parseScene(read('scenes/pnf18-enlarged.json')).scene);
    expect(settings.method).toMatchObject({ integrate: false });
    // [PNF18] Eq. (7) of springs 5 L long: 19,800 (4 L)².
    const { positions, ends, restLengths } = bodies[0];
    let error = 0;
    for (const [spring, rest] of restLengths.entries()) {
      const [a, b] = [ends[2 * spring], ends[2 * spring + 1]].map((id) =>
        positions.subarray(3 * id, 3 * id + 3),
      );
      error += (Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) - rest) ** 2;
    }
    expect(error).toBeCloseTo(19_800 * (4 * 0.01) ** 2, 9);
  });
});
