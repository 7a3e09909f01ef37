/** Every call of the engine that takes an object of options refuses a field that does not exist, by its path. */
import {
  balls,
  type Collider,
  cloth,
  createWorld,
  InputError,
  magazine,
  network,
  quadMesh,
  reference,
  rope,
  solid,
  type World,
  wasm,
  webgpu,
} from 'selvedge';
import { describe, expect, it } from 'vitest';
import { open } from './worlds.ts';

const net = { vertices: [[0, 0, 0] as const, [1, 0, 0] as const], springs: [[0, 1] as const] };
const quad = {
  vertices: [[0, 0, 0] as const, [1, 0, 0] as const, [1, 1, 0] as const, [0, 1, 0] as const],
  quads: [[0, 1, 2, 3] as const],
};

/** Typed as those who write JavaScript see it. */
const unknown = (options: object): never => options as never;
const collider = (options: object): Collider =>
  ({ shape: 'sphere', radius: 1, ...options }) as unknown as Collider;

async function refusalOf(act: () => unknown): Promise<InputError> {
  try {
    await act();
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
  throw new Error('was not refused');
}

describe('what makes bodies, worlds and backends', () => {
  const world = (options: object) => () =>
    createWorld(unknown({ bodies: [rope()], backend: 'reference', ...options }));
  const wall = (options: object) => world({ colliders: [collider(options)] });
  it.each<[string, string, () => unknown]>([
    ['cloth.widht', 'Known here', () => cloth(unknown({ widht: 2 }))],
    ['flag.width', 'Did you mean "size"?', () => cloth(unknown({ name: 'flag', width: 2 }))],
    ['rope.lenght', 'Did you mean "length"?', () => rope(unknown({ lenght: 2 }))],
    ['solid.shap', 'Did you mean "shape"?', () => solid(unknown({ shap: 'box' }))],
    ['network.edges', 'Did you mean "springs"?', () => network(unknown({ ...net, edges: [] }))],
    ['quadMesh.pin', 'Did you mean "pins"?', () => quadMesh(unknown({ ...quad, pin: [0] }))],
    ['balls.centre', 'Did you mean "centres"?', () => balls(unknown({ centre: [0, 0, 0] }))],
    ['magazine.counts', 'Did you mean "count"?', () => magazine(unknown({ counts: 3 }))],
    ['cloth', 'an object with', () => cloth(unknown([]))],
    ['cloth.name', 'a text', () => cloth(unknown({ name: {} }))],
    ['gravty', 'Did you mean "gravity"?', world({ gravty: [0, 0, 0] })],
    ['solver', 'Did you mean "method"?', world({ solver: 'pd-rbgs' })],
    ['method', 'an object', world({ method: 'pd-rbgs' })],
    ['method.inne', 'Did you mean "inner"?', world({ method: { id: 'pd-rbgs', inne: 3 } })],
    ['wind.gust', 'Did you mean "gusts"?', world({ wind: { gust: [] } })],
    ['wind.gusts[0].strenght', '"strength"', world({ wind: { gusts: [{ strenght: 2 }] } })],
    ['drags[0].bdoy', 'Did you mean "body"?', world({ drags: [{ bdoy: 0 }] })],
    [
      'drags[0].path[0].tiem',
      'Did you mean "time"?',
      world({ drags: [{ body: 0, particle: 0, path: [{ tiem: 0 }, {}] }] }),
    ],
    ['attachments[0].rial', 'Did you mean "rail"?', world({ attachments: [{ particles: [0], rial: [] }] })],
    [
      'attachments[0].plane.norml',
      'Did you mean "normal"?',
      world({ attachments: [{ particles: [0], plane: { norml: [0, 1, 0] } }] }),
    ],
    ['materials.felt.frictoin', 'Did you mean "friction"?', world({ materials: { felt: { frictoin: 1 } } })],
    [
      'materials.felt.friction.kinetc',
      'Did you mean "kinetic"?',
      world({ materials: { felt: { friction: { static: 1, kinetc: 1 } } } }),
    ],
    [
      'pairs[0].frction',
      'Did you mean "friction"?',
      world({ pairs: [{ between: ['default', 'default'], frction: 1 }] }),
    ],
    ['bodies[1].material', 'Did you mean "silk"?', world({ ...silk([rope(), rope({ material: 'slik' })]) })],
    [
      'colliders[0].material',
      'Did you mean "silk"?',
      world({ ...silk([rope()]), colliders: [collider({ material: 'slik' })] }),
    ],
    ['colliders[0].raduis', 'Did you mean "radius"?', wall({ raduis: 1 })],
    ['colliders[0].size', 'Known here: shape, radius', wall({ size: [1, 1, 1] })],
    ['colliders[0].name', 'a text', wall({ name: 3 })],
    ['colliders[0].motion.spinn', 'Did you mean "spin"?', wall({ motion: { spinn: [0, 1, 0] } })],
    [
      'colliders[0].motion.keyframes[0].positon',
      'Did you mean "position"?',
      wall({ motion: { keyframes: [{ time: 0, positon: [0, 0, 0] }] } }),
    ],
    ['colliders[0].motion.path.point', '"points"', wall({ motion: { path: { point: [] } } })],
    ['colliders[0].motion(0).positon', '"position"', wall({ motion: () => ({ positon: [0, 0, 0] }) })],
    ['wasm.thread', 'Did you mean "threads"?', () => wasm(unknown({ thread: 2 }))],
    ['webgpu.devices', 'Did you mean "device"?', () => webgpu(unknown({ devices: 2 }))],
    ['reference.clock', 'Known here: now', () => reference(unknown({ clock: 2 }))],
  ])('%s', async (path, words, act) => {
    const error = await refusalOf(act);
    expect(error.path).toBe(path);
    expect(error.message).toContain(words);
  });
});

const silk = (bodies: ReturnType<typeof rope>[]) => ({ bodies, materials: { silk: { friction: 0.2 } } });

describe('what a running world is told', () => {
  it.each<[string, string, (world: World) => unknown]>([
    ['gravty', 'Did you mean "gravity"?', (world) => world.configure(unknown({ gravty: 1 }))],
    ['bodies', 'Known here: method', (world) => world.configure(unknown({ bodies: [] }))],
    ['gravty', 'Did you mean "gravity"?', (world) => world.prepare(unknown({ gravty: 1 }))],
    ['read.position', '"positions"', (world) => world.read(unknown({ position: new Float32Array(300) }))],
    [
      'read.positions',
      'a Float32Array or',
      (world) => world.read(unknown({ positions: new Int32Array(300) })),
    ],
    ['read.positions', 'a Float32Array or', (world) => world.read(unknown({ positions: [] }))],
    ['write.position', 'Did you mean "positions"?', (world) => world.write(unknown({ position: [] }))],
    ['grab.stifness', '"stiffness"', (world) => world.grab(0, [0, 0, 0], unknown({ stifness: 1 }))],
    ['pick.tolerence', '"tolerance"', (world) => world.pick(ray, unknown({ tolerence: 1 }))],
    ['pick.ray.orign', '"origin"', (world) => world.pick(unknown({ ...ray, orign: 1 }))],
    ['cutStroke.reech', '"reach"', (world) => world.cutStroke([ray], unknown({ reech: 1 }))],
    ['shoot.form', '"from"', (world) => world.shoot(unknown({ form: [0, 0, 0], velocity: [0, 0, 0] }))],
    ['gust.durtion', '"duration"', (world) => world.gust(unknown({ ...gust, durtion: 1 }))],
    ['attachment.colider', '"collider"', (world) => world.attach(unknown({ particles: [0], colider: 0 }))],
    ['ball.positon', '"position"', (world) => world.moveCollider('ball', unknown({ positon: [0, 0, 0] }))],
  ])('%s', async (path, words, act) => {
    const world = await open({
      bodies: [cloth({ particles: [10, 10] }), magazine({ count: 1 })],
      colliders: [collider({ name: 'ball' })],
    });
    const error = await refusalOf(() => act(world));
    expect(error.path).toBe(path);
    expect(error.message).toContain(words);
  });
});

const ray = { origin: [0, 0, 1], direction: [0, 0, -1] } as const;
const gust = { direction: [1, 0, 0], strength: 3 } as const;
