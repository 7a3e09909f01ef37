/** Drawing from the solver's own buffers, on one GPU device: what is torn is not drawn, and nothing is read back for it. */
import { cloth, createWorld, rope, webgpu } from 'selvedge';
import { ClothMesh, Surface, WorldView } from 'selvedge/three';
import { DoubleSide, MeshBasicMaterial, OrthographicCamera, RenderTarget, Scene } from 'three';
import { WebGPURenderer } from 'three/webgpu';
import { expect, it, vi } from 'vitest';

const SIZE = 64;

/** A square metre seen from the front, white on black. */
async function stage() {
  const backend = await webgpu();
  const renderer = new WebGPURenderer({ device: backend.device });
  await renderer.init();
  const camera = new OrthographicCamera(-0.5, 0.5, 0.5, -0.5, 0.1, 10);
  camera.position.z = 5;
  const scene = new Scene();
  const target = new RenderTarget(SIZE, SIZE);
  /** Share of the picture that is drawn on. */
  const drawn = async () => {
    renderer.setRenderTarget(target);
    renderer.render(scene, camera);
    const pixels = await renderer.readRenderTargetPixelsAsync(target, 0, 0, SIZE, SIZE);
    let count = 0;
    for (let k = 0; k < pixels.length; k += 4) if (pixels[k] > 128) count++;
    return count / SIZE ** 2;
  };
  return { backend, renderer, scene, drawn };
}

const white = () => new MeshBasicMaterial({ color: 'white', side: DoubleSide });
/** Through the cloth, all along a column. */
const ACROSS = [
  [0.02, -1, -1],
  [0.02, -1, 1],
  [0.02, 1, 1],
  [0.02, 1, -1],
] as const;

it('draws a cloth that was cut without its triangles, from the solver', async () => {
  const { backend, renderer, scene, drawn } = await stage();
  const facing = { particles: [11, 11] } as const;
  const world = await createWorld({
    bodies: [cloth({ ...facing, pins: ['top'] }), rope({ position: [5, 0, 0] })],
    gravity: [0, 0, 0],
    backend,
  });
  const view = new WorldView(world, { renderer, material: white });
  scene.add(view);
  const [triangles, torn] = [vi.spyOn(world, 'readTriangles'), vi.spyOn(world, 'readTorn')];
  await view.update();
  expect(view.surface.isShared).toBe(true);
  expect(await drawn()).toBeGreaterThan(0.95);
  world.cut(ACROSS);
  world.step(4);
  await view.update();
  // One of ten columns of quads is gone.
  const left = await drawn();
  expect(left).toBeGreaterThan(0.85);
  expect(left).toBeLessThan(0.93);
  expect(triangles).not.toHaveBeenCalled();
  // The rope's springs are lines, for which the solver has no list; they are read when something tore, and then no more.
  expect(torn).toHaveBeenCalledTimes(1);
  for (let frame = 0; frame < 3; frame++) {
    world.step(4);
    await view.update();
  }
  expect(torn).toHaveBeenCalledTimes(1);
  view.dispose();
  world.dispose();
  backend.dispose();
});

it('keeps the solver from losing its buffers with one of several objects', async () => {
  const { backend, renderer, scene, drawn } = await stage();
  const facing = { particles: [11, 11], pins: ['top'], strength: 1.5 } as const;
  const world = await createWorld({ bodies: [cloth(facing), cloth(facing)], gravity: [0, 0, 0], backend });
  const surface = new Surface(world, renderer);
  const [kept, gone] = [0, 1].map((body) => new ClothMesh(world, { body, surface, material: white() }));
  scene.add(kept, gone);
  await surface.update();
  expect(await drawn()).toBeGreaterThan(0.95);
  scene.remove(gone);
  gone.dispose();
  await Promise.resolve();
  expect(await drawn()).toBeGreaterThan(0.95);
  world.step(4);
  await surface.update();
  expect(await drawn()).toBeGreaterThan(0.95);
  expect((await world.read()).positions.every(Number.isFinite)).toBe(true);
  surface.dispose();
  kept.dispose();
  world.dispose();
  backend.dispose();
});
