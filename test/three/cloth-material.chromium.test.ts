/** A cloth's material on both of three's renderers: what a person looking at it would see. */
import { cloth, createWorld } from 'selvedge';
import { ClothMaterial, ClothMesh, FABRICS } from 'selvedge/three';
import {
  DirectionalLight,
  HemisphereLight,
  Mesh,
  OrthographicCamera,
  PlaneGeometry,
  RenderTarget,
  Scene,
  Texture,
  WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { WebGPURenderer } from 'three/webgpu';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const SIZE = 64;

interface Rig {
  /** The middle of the picture of a scene, `width` metres wide, row by row, four bytes a pixel. */
  draw(scene: Scene, width: number, fromBehind?: boolean): Promise<Uint8Array>;
  dispose(): void;
}

function cameraOf(width: number, fromBehind: boolean): OrthographicCamera {
  const half = width / 2;
  const camera = new OrthographicCamera(-half, half, half, -half, 0.1, 10);
  camera.position.z = fromBehind ? -3 : 3;
  camera.lookAt(0, 0, 0);
  return camera;
}

const RIGS: Readonly<Record<string, () => Promise<Rig>>> = {
  WebGLRenderer: async () => {
    const renderer = new WebGLRenderer();
    const target = new WebGLRenderTarget(SIZE, SIZE);
    return {
      draw: async (scene, width, fromBehind = false) => {
        renderer.setRenderTarget(target);
        renderer.render(scene, cameraOf(width, fromBehind));
        const pixels = new Uint8Array(4 * SIZE * SIZE);
        renderer.readRenderTargetPixels(target, 0, 0, SIZE, SIZE, pixels);
        return pixels;
      },
      dispose: () => renderer.dispose(),
    };
  },
  WebGPURenderer: async () => {
    const renderer = new WebGPURenderer();
    await renderer.init();
    const target = new RenderTarget(SIZE, SIZE);
    return {
      draw: async (scene, width, fromBehind = false) => {
        renderer.setRenderTarget(target);
        renderer.render(scene, cameraOf(width, fromBehind));
        const pixels = await renderer.readRenderTargetPixelsAsync(target, 0, 0, SIZE, SIZE);
        return Uint8Array.from(pixels);
      },
      dispose: () => renderer.dispose(),
    };
  },
};

/** A metre of a fabric, lit from the eye's side or from behind. */
function sample(material: ClothMaterial, { behind = 0, front = 0, sky = 0 }): Scene {
  const scene = new Scene();
  scene.add(new Mesh(new PlaneGeometry(1, 1), material));
  for (const [strength, z] of [
    [front, 1],
    [behind, -1],
  ]) {
    if (strength === 0) continue;
    const light = new DirectionalLight('white', strength);
    light.position.set(0.4, 0.4, z);
    scene.add(light);
  }
  if (sky > 0) scene.add(new HemisphereLight('white', 'white', sky));
  return scene;
}

const mean = (pixels: Uint8Array) =>
  pixels.reduce((sum, value, k) => (k % 4 === 3 ? sum : sum + value), 0) / ((3 * pixels.length) / 4);
/** Standard deviation of the green of all pixels. */
function contrast(pixels: Uint8Array): number {
  const greens = pixels.filter((_, k) => k % 4 === 1);
  const middle = greens.reduce((sum, value) => sum + value, 0) / greens.length;
  return Math.sqrt(greens.reduce((sum, value) => sum + (value - middle) ** 2, 0) / greens.length);
}

describe.each(Object.keys(RIGS))('ClothMaterial with %s', (name) => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await RIGS[name]();
  });
  afterAll(() => rig.dispose());

  it('draws every fabric, alike on both sides', async () => {
    const seen = new Set<string>();
    for (const fabric of FABRICS) {
      const scene = sample(new ClothMaterial(fabric), { sky: 2 });
      const [front, back] = [await rig.draw(scene, 0.5), await rig.draw(scene, 0.5, true)].map(mean);
      expect(front, fabric).toBeGreaterThan(3);
      expect(Math.abs(front - back), fabric).toBeLessThan(2);
      seen.add(front.toFixed(1));
    }
    expect(seen.size).toBe(FABRICS.length);
  });

  it('lets light through from behind: silk more than leather', async () => {
    const lit = async (...given: ConstructorParameters<typeof ClothMaterial>) =>
      mean(await rig.draw(sample(new ClothMaterial(...given), { behind: 3 }), 0.5));
    const silk = await lit('silk', { color: 'white' });
    expect(silk).toBeGreaterThan(25);
    expect(await lit('silk', { color: 'white', translucency: 0.9 })).toBeGreaterThan(1.5 * silk);
    expect(await lit('leather', { color: 'white' })).toBeLessThan(1);
    expect(await lit('silk', { color: 'white', translucency: 0 })).toBeLessThan(1);
  });

  it('has a weave of real size, that fades with distance', async () => {
    const scene = sample(new ClothMaterial('denim', { color: 'white' }), { front: 3 });
    const [near, far] = [await rig.draw(scene, 0.01), await rig.draw(scene, 0.9)].map(contrast);
    expect(near).toBeGreaterThan(4);
    expect(far).toBeLessThan(near / 4);
    // Threads twice as wide show from twice as far.
    const wide = sample(new ClothMaterial('denim', { color: 'white', thread: 0.02 }), { front: 3 });
    expect(contrast(await rig.draw(wide, 0.2))).toBeGreaterThan(4);
    // Rubber is smooth.
    expect(contrast(await rig.draw(sample(new ClothMaterial('rubber'), { sky: 2 }), 0.01))).toBeLessThan(1);
  });

  it("leaves what the user sets as it is: a texture of one's own, or none", async () => {
    const material = new ClothMaterial('denim', { color: 'white' });
    const image = new OffscreenCanvas(2, 2);
    const context = image.getContext('2d')!;
    context.fillStyle = '#00ff00';
    context.fillRect(0, 0, 2, 2);
    material.map = new Texture(image);
    material.map.needsUpdate = true;
    material.normalMap = null;
    material.sheen = 0;
    const pixels = await rig.draw(sample(material, { front: 3 }), 0.01);
    expect(pixels[1]).toBeGreaterThan(60);
    expect(pixels[0]).toBeLessThan(pixels[1] / 2);
    expect(contrast(pixels)).toBeLessThan(1);
  });

  it('gives a cloth seen along itself the thickness of its rim', async () => {
    const world = await createWorld({
      bodies: [cloth({ particles: [5, 5], rotation: [-90, 0, 0] })],
      gravity: [0, 0, 0],
    });
    const rows = async (rim: number) => {
      const mesh = new ClothMesh(world, { material: new ClothMaterial('wool', { color: 'white', rim }) });
      await mesh.update();
      const scene = new Scene();
      scene.add(mesh, new HemisphereLight('white', 'white', 3));
      const pixels = await rig.draw(scene, 0.32);
      mesh.dispose();
      return Array.from({ length: SIZE }, (_, row) => pixels[4 * (row * SIZE + SIZE / 2) + 1]).filter(
        (green) => green > 40,
      ).length;
    };
    expect(await rows(0)).toBeLessThanOrEqual(1);
    // A picture of 32 cm has 5 mm pixels.
    expect(await rows(0.04)).toBeGreaterThanOrEqual(7);
    expect(await rows(0.04)).toBeLessThanOrEqual(9);
    world.dispose();
  });
});
