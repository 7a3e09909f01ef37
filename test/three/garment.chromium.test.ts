/** A glTF file that three.js read, as cloth: all it has stays as it was, and seams stay closed, on both renderers. */
import { createWorld, type World, webgpu } from 'selvedge';
import { clothFrom, colliderFrom, WorldView } from 'selvedge/three';
import {
  type BufferAttribute,
  type BufferGeometry,
  Color,
  DirectionalLight,
  type Group,
  HemisphereLight,
  type Mesh,
  PerspectiveCamera,
  Scene,
  WebGLRenderer,
} from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { WebGPURenderer } from 'three/webgpu';
import { describe, expect, it } from 'vitest';
import { commands } from 'vitest/browser';
import { garment, garmentFile, widestSeam } from './garment.ts';

const SIZE = 400;
const FRAMES = 60;

type Renderer = WebGLRenderer | WebGPURenderer;

interface Rig {
  readonly renderer: Renderer;
  readonly backend: Parameters<typeof createWorld>[0]['backend'];
  /** Positions of a geometry as they are drawn. */
  drawn(geometry: BufferGeometry): Promise<number[]>;
}

const RIGS: Readonly<Record<string, () => Promise<Rig>>> = {
  'WebGL, wasm': async () => ({
    renderer: new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true }),
    backend: 'wasm',
    drawn: async (geometry) => [...geometry.getAttribute('position').array],
  }),
  'WebGPU, shared': async () => {
    const backend = await webgpu();
    const device = backend.device!;
    const renderer = new WebGPURenderer({ device, antialias: true });
    await renderer.init();
    const drawn = async (geometry: BufferGeometry) => {
      const { count } = geometry.getAttribute('position');
      const kept = (renderer.backend as never as { get(key: object): { buffer: GPUBuffer } }).get(
        (geometry.getAttribute('position') as never as { data: object }).data,
      );
      const staging = device.createBuffer({
        size: 16 * count,
        usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
      });
      const encoder = device.createCommandEncoder();
      encoder.copyBufferToBuffer(kept.buffer, 0, staging, 0, 16 * count);
      device.queue.submit([encoder.finish()]);
      await staging.mapAsync(GPUMapMode.READ);
      const all = [...new Float32Array(staging.getMappedRange())];
      staging.destroy();
      return all.filter((_, k) => k % 4 !== 3);
    };
    return { renderer, backend, drawn };
  },
};

const load = async (file: ArrayBuffer): Promise<Group> =>
  (await new GLTFLoader().parseAsync(file.slice(0), '')).scene;

function meshesBelow(root: Group): Mesh[] {
  const meshes: Mesh[] = [];
  root.traverse((each) => void ((each as Mesh).isMesh && meshes.push(each as Mesh)));
  return meshes;
}

/** All of a mesh but what a view moves. */
function keptOf({ name, geometry, material }: Mesh) {
  const attributes = Object.entries(geometry.attributes).filter(
    ([key]) => key !== 'position' && key !== 'normal',
  );
  return {
    name,
    attributes: attributes.map(([key, attribute]) => [key, [...attribute.array]]),
    count: geometry.getAttribute('position').count,
    index: geometry.index && [...geometry.index.array],
    groups: geometry.groups.map((group) => ({ ...group })),
    materials: [material].flat().map(({ name, type }) => ({ name, type })),
  };
}

/** The picture: pixels that are drawn on, and pixels of background that they enclose. */
async function shoot(
  renderer: Renderer,
  scene: Scene,
  name: string,
): Promise<{ drawn: number; holes: number }> {
  const camera = new PerspectiveCamera(35, 1, 0.1, 10);
  camera.position.set(0.3, 0.15, 1.9);
  camera.lookAt(0, -0.1, 0);
  renderer.setSize(SIZE, SIZE);
  renderer.render(scene, camera);
  const url = renderer.domElement.toDataURL('image/png');
  await commands.writeFile(`.cache/three-shots/${name}.png`, url.split(',')[1], 'base64');
  const image = new Image();
  image.src = url;
  await image.decode();
  const context = new OffscreenCanvas(SIZE, SIZE).getContext('2d')!;
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, SIZE, SIZE);
  const isBackground = (x: number, y: number) => {
    const [r, g, b] = data.subarray(4 * (y * SIZE + x), 4 * (y * SIZE + x) + 3);
    return g > 150 && r < 100 && b < 100;
  };
  // From the corner over all background that hangs together; what is left of it is enclosed.
  const seen = new Set([0]);
  for (const at of seen) {
    const [x, y] = [at % SIZE, Math.floor(at / SIZE)];
    for (const [i, j] of [
      [x - 1, y],
      [x + 1, y],
      [x, y - 1],
      [x, y + 1],
    ])
      if (i >= 0 && j >= 0 && i < SIZE && j < SIZE && isBackground(i, j)) seen.add(j * SIZE + i);
  }
  const all = Array.from({ length: SIZE * SIZE }, (_, at) => at);
  const drawn = all.filter((at) => !isBackground(at % SIZE, Math.floor(at / SIZE))).length;
  return { drawn, holes: all.length - drawn - seen.size };
}

// WebGPU in software: steps of a few dispatches each take what a GPU does in no time.
describe.each(Object.entries(RIGS))('%s', { timeout: 180_000 }, (name, open) => {
  it('a skirt with seams and two materials over a torso', async () => {
    const file = await garmentFile();
    const [root, untouched] = [await load(file), await load(file)];
    const { renderer, backend, drawn } = await open();
    const scene = new Scene();
    scene.background = new Color(0, 1, 0);
    scene.add(root, new HemisphereLight('white', '#404040', 2), new DirectionalLight('white', 2));
    const materials = meshesBelow(root).map(({ material }) => material);
    const first = meshesBelow(root).map(({ geometry }) => [...geometry.getAttribute('position').array]);

    const skirt = clothFrom(root.getObjectByName('skirt')!, { pins: [{ border: 1 }], bending: 1e-4 });
    const torso = colliderFrom(root.getObjectByName('torso')!);
    const world: World = await createWorld({
      bodies: [skirt.body],
      colliders: [torso],
      backend,
      timestep: 1 / 120,
    });
    const view = new WorldView(world, { renderer, meshes: [skirt] });
    expect(view.surface.isShared).toBe(name.includes('shared'));
    scene.add(view);
    // The waist is at 0, and what is pinned.
    const pinned = skirt.body.pins.map((particle) => skirt.body.positions[3 * particle + 1]);
    expect(pinned).toHaveLength(48);
    for (const y of pinned) expect(y).toBeCloseTo(0, 6);
    const before = await shoot(renderer, scene, `${name} before`);

    for (let frame = 0; frame < FRAMES; frame++) {
      world.step(2);
      await view.update();
      renderer.render(scene, new PerspectiveCamera());
    }
    const after = await shoot(renderer, scene, `${name} after`);
    for (const { drawn, holes } of [before, after]) {
      expect(drawn).toBeGreaterThan(SIZE ** 2 / 10);
      expect(holes).toBe(0);
    }

    const [now, then] = [root, untouched].map((each) => meshesBelow(each));
    expect(now.map(keptOf)).toEqual(then.map(keptOf));
    now.forEach(({ material }, k) => void expect(material).toBe(materials[k]));
    const { positions } = await world.read();
    for (const { mesh, firstVertex, vertexCount } of skirt.parts) {
      const places = await drawn(mesh!.geometry);
      expect(places.length).toBe(3 * vertexCount);
      const own = first[now.indexOf(mesh!)];
      const { widest, pairs } = widestSeam(own, places);
      expect(pairs).toBeGreaterThan(20);
      expect(widest).toBe(0);
      // It fell, and is where the solver has it.
      const at = mesh!.position.clone();
      let farthest = 0;
      for (let v = 0; v < vertexCount; v++) {
        at.fromArray(places, 3 * v).applyMatrix4(mesh!.matrixWorld);
        const particle = skirt.particleOf[firstVertex + v];
        farthest = Math.max(farthest, at.distanceTo(at.clone().fromArray(positions, 3 * particle)));
      }
      expect(farthest).toBeLessThan(1e-6);
      expect(Math.max(...places.map((value, k) => Math.abs(value - own[k])))).toBeGreaterThan(0.5);
    }
    view.dispose();
    for (const [k, { geometry }] of now.entries()) {
      const attribute = geometry.getAttribute('position') as BufferAttribute;
      expect([...attribute.array]).toEqual(first[k]);
    }
    // Drawn again as it was.
    const again = await shoot(renderer, scene, `${name} again`);
    expect(again).toEqual(before);
    world.dispose();
    renderer.dispose();
  });

  it('a mesh with groups and two materials, whose geometry was disposed in between', async () => {
    const { renderer, backend } = await open();
    const scene = new Scene();
    scene.background = new Color(0, 1, 0);
    scene.add(new HemisphereLight('white', 'white', 3));
    const { root, skirt } = garment();
    scene.add(root);
    const cloth = clothFrom(skirt, { pins: [{ border: 1 }] });
    const world = await createWorld({ bodies: [cloth.body], backend, timestep: 1 / 240 });
    const view = new WorldView(world, { renderer, meshes: [cloth] });
    for (let frame = 0; frame < 10; frame++) {
      world.step(8);
      await view.update();
      if (frame === 5) skirt.geometry.dispose();
      renderer.render(scene, new PerspectiveCamera());
    }
    expect((await shoot(renderer, scene, `${name} groups`)).holes).toBe(0);
    view.dispose();
    world.dispose();
    renderer.dispose();
  });
});
