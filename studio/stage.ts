/** Where the cloth hangs: renderer, camera, lights, ground. One per canvas; made anew when the graphics device is lost. */

import { BackendUnavailable, webgpu } from 'selvedge';
import type { Scene } from 'selvedge/scene';
import {
  AmbientLight,
  type Box3,
  Color,
  DirectionalLight,
  type Light,
  PCFShadowMap,
  PerspectiveCamera,
  PointLight,
  Scene as ThreeScene,
  Vector3,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { WebGPURenderer } from 'three/webgpu';
import { cameraFor, type Extent, extentOf, pointsOf, reachOf, type Whereabouts } from './framing.ts';
import { Ground } from './ground.ts';

/** Tangent of half the widest field of view: beyond it the picture is bent out of shape. */
const WIDEST = Math.tan((100 * Math.PI) / 360);
/** Of the way from the camera to what it looks at. */
const ABOVE_FLOOR = 0.02;

export class Stage {
  readonly content = new ThreeScene();
  readonly camera = new PerspectiveCamera(40, 1, 0.01, 100);
  readonly controls: OrbitControls;
  /** Resolves with a sentence when the graphics device goes away. */
  readonly lost: Promise<string>;
  isLost = false;
  readonly #ground = new Ground();
  readonly #resizing: ResizeObserver;
  #lights: Light[] = [];
  #fov = 40;
  /** What the picture has to hold, as seen by the scene's camera. */
  #extent: Extent = { across: 0, up: 0 };
  #disposed = false;

  private constructor(
    readonly container: HTMLElement,
    readonly renderer: WebGPURenderer,
    /** Absent where WebGL2 draws. */
    readonly device: GPUDevice | undefined,
    /** Why there is no WebGPU. */
    readonly obstacle: string | undefined,
  ) {
    const canvas = renderer.domElement;
    canvas.tabIndex = 0;
    canvas.setAttribute('aria-label', 'The cloth. Drag it with the mouse; drag beside it to look around.');
    container.replaceChildren(canvas);
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = PCFShadowMap;
    this.content.add(this.#ground.mesh);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.12;
    this.#resizing = new ResizeObserver(() => this.#resize());
    this.#resizing.observe(container);
    this.#resize();
    this.lost = new Promise((resolve) => {
      const tell = (reason: string) => {
        this.isLost = true;
        if (!this.#disposed) resolve(reason);
      };
      device?.lost.then(({ message }) =>
        tell(`The graphics device was lost${message ? ` (${message})` : ''}.`),
      );
      // Said by the problem panel, not on the console.
      renderer.onDeviceLost = () => {};
      canvas.addEventListener('webglcontextlost', () => tell('The graphics context was lost.'));
    });
  }

  /** With WebGPU where it is to be had, on a device the solver can share; else with WebGL2. */
  static async create(container: HTMLElement): Promise<Stage> {
    const { device, obstacle } = await openDevice();
    const renderer = new WebGPURenderer({ antialias: true, ...(device ? { device } : { forceWebGL: true }) });
    await renderer.init();
    return new Stage(container, renderer, device, obstacle);
  }

  /** Camera, lights and ground for a scene whose bodies are and hang there. */
  dress(scene: Scene, places: Whereabouts, hasGround: boolean): void {
    const { lights, background } = scene;
    const reach = reachOf(places);
    const { position, target, fov } = cameraFor(scene.camera, places);
    this.content.background = new Color(background);
    this.#fov = fov;
    this.#extent = extentOf({ position, target }, pointsOf(places));
    this.camera.position.set(...position);
    this.controls.target.set(...target);
    const size = Math.max(0.1, reach.getSize(new Vector3()).length() / 2);
    this.camera.near = size / 100;
    this.camera.far = 200 * size;
    this.#resize();
    this.controls.minDistance = size / 10;
    this.controls.maxDistance = 40 * size;
    this.controls.update();
    for (const light of this.#lights) {
      this.content.remove(light);
      if (light instanceof DirectionalLight) this.content.remove(light.target);
      light.dispose();
    }
    this.#lights = lights.map((light) => lightOf(light, reach, size));
    if (lights.some(({ type }) => type === 'sun')) this.#lights.push(fill(this.#lights));
    for (const light of this.#lights) {
      this.content.add(light);
      if (light instanceof DirectionalLight) this.content.add(light.target);
    }
    this.#ground.place(reach, { size, floor: places.floor, background, isVisible: hasGround });
  }

  render(): void {
    this.#stayAbove();
    this.controls.update();
    this.renderer.render(this.content, this.camera);
  }

  /** The camera turns down to the floor and no further. */
  #stayAbove(): void {
    const { mesh } = this.#ground;
    const { target } = this.controls;
    const distance = this.camera.position.distanceTo(target);
    if (distance === 0) return;
    const lowest = (mesh.position.y - target.y) / distance + ABOVE_FLOOR;
    this.controls.maxPolarAngle = mesh.visible ? Math.acos(Math.min(1, Math.max(-1, lowest))) : Math.PI;
  }

  /** The scene stays whole in a window of any shape: the field of view is its camera's, or as wide as that takes. */
  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.container;
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    const { camera } = this;
    camera.aspect = width / height;
    const { across, up } = this.#extent;
    const half = Math.min(
      Math.max(Math.tan((this.#fov * Math.PI) / 360), up, across / camera.aspect),
      WIDEST,
    );
    camera.fov = (Math.atan(half) * 360) / Math.PI;
    camera.updateProjectionMatrix();
  }

  dispose(): void {
    this.#disposed = true;
    this.#resizing.disconnect();
    this.controls.dispose();
    this.#ground.dispose();
    this.renderer.dispose();
    this.renderer.domElement.remove();
    this.device?.destroy();
  }
}

async function openDevice(): Promise<{ device?: GPUDevice; obstacle?: string }> {
  try {
    return { device: (await webgpu()).device };
  } catch (error) {
    if (!(error instanceof BackendUnavailable)) throw error;
    return { obstacle: error.message.replace(/^webgpu: /, '') };
  }
}

function lightOf(light: Scene['lights'][number], reach: Box3, size: number): Light {
  if (light.type === 'ambient') return new AmbientLight(light.color, light.intensity);
  if (light.type === 'point') {
    const point = new PointLight(light.color, light.intensity);
    point.position.set(...light.position);
    return point;
  }
  const sun = new DirectionalLight(light.color, light.intensity);
  const centre = reach.getCenter(new Vector3());
  sun.target.position.copy(centre);
  sun.position
    .set(...light.position)
    .normalize()
    .multiplyScalar(3 * size)
    .add(centre);
  sun.castShadow = light.shadow;
  const { shadow } = sun;
  shadow.mapSize.set(1024, 1024);
  Object.assign(shadow.camera, {
    left: -size,
    right: size,
    top: size,
    bottom: -size,
    near: size / 10,
    far: 9 * size,
  });
  // Less, and the cloth shadows itself in stripes; more, and the shadow comes off its folds.
  shadow.normalBias = 0.03 * Math.min(1, size);
  shadow.bias = -0.0005;
  shadow.radius = 6;
  return sun;
}

/** A weak light from the side away from the sun: the back of the cloth has folds too. */
function fill(lights: readonly Light[]): Light {
  const sun = lights.find((light) => light instanceof DirectionalLight)!;
  const light = new DirectionalLight('#cfe0ff', sun.intensity * 0.3);
  light.position.copy(sun.position).multiply(new Vector3(-1, 0.6, -1));
  return light;
}
