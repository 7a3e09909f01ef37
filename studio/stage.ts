/** Where the cloth hangs: renderer, camera, lights, ground. One per canvas; made anew when the graphics device is lost. */

import { BackendUnavailable, webgpu } from 'selvedge';
import type { Scene } from 'selvedge/scene';
import {
  DirectionalLight,
  type Light,
  NeutralToneMapping,
  PCFShadowMap,
  PerspectiveCamera,
  type Texture,
  Scene as ThreeScene,
  Vector3,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { WebGPURenderer } from 'three/webgpu';
import { cameraFor, halfField, reachOf, type Whereabouts } from './framing.ts';
import { Ground } from './ground.ts';
import { Hand } from './hand.ts';
import { backdrop, isDefault, lightsOf, roomLight } from './lighting.ts';
import type { View } from './link.ts';

/** Tangent of half the widest field of view: beyond it the picture is bent out of shape. */
const WIDEST = Math.tan((100 * Math.PI) / 360);
/** Brightness of the room's light beside the sun's. */
const ROOM = 0.55;
/** Size of a photo, of what is seen. */
const PHOTO = 2;
/** Of the way from the camera to what it looks at. */
const ABOVE_FLOOR = 0.02;

export class Stage {
  readonly content = new ThreeScene();
  readonly camera = new PerspectiveCamera(40, 1, 0.01, 100);
  readonly controls: OrbitControls;
  /** Resolves with a sentence when the graphics device goes away. */
  readonly lost: Promise<string>;
  isLost = false;
  readonly hand = new Hand();
  readonly #ground = new Ground();
  readonly #resizing: ResizeObserver;
  readonly #room: Texture;
  #lights: Light[] = [];
  #fov = 40;
  #home: View = [0, 0, 1, 0, 0, 0];
  #disposed = false;
  #isPosing = false;

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
    renderer.toneMapping = NeutralToneMapping;
    this.#room = roomLight(renderer);
    this.content.environment = this.#room;
    this.content.add(this.#ground.mesh, this.hand);
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
  dress(scene: Scene, places: Whereabouts): void {
    const reach = reachOf(places);
    const { position, target, fov } = cameraFor(
      isDefault(scene, 'camera') ? undefined : scene.camera,
      places,
    );
    this.content.backgroundNode = backdrop(scene);
    // A scene with lights of its own says how bright its shadows are.
    this.content.environmentIntensity = isDefault(scene, 'lights') ? ROOM : ROOM / 2;
    this.#fov = fov;
    this.camera.position.set(...position);
    this.controls.target.set(...target);
    const size = Math.max(0.1, reach.getSize(new Vector3()).length() / 2);
    this.camera.near = size / 100;
    this.camera.far = 200 * size;
    this.#resize();
    this.controls.minDistance = size / 10;
    this.controls.maxDistance = 40 * size;
    this.controls.update();
    this.#home = this.view;
    for (const light of this.#lights) {
      this.content.remove(light);
      if (light instanceof DirectionalLight) this.content.remove(light.target);
      light.dispose();
    }
    this.#lights = lightsOf(scene, reach, size);
    for (const light of this.#lights) {
      this.content.add(light);
      if (light instanceof DirectionalLight) this.content.add(light.target);
    }
    this.#ground.place(reach, { size, floor: places.floor });
  }

  /** Where the camera is, and what it looks at. */
  get view(): View {
    return [...this.camera.position.toArray(), ...this.controls.target.toArray()];
  }

  set view(view: View) {
    this.camera.position.fromArray(view);
    this.controls.target.fromArray(view, 3);
    this.controls.update();
  }

  /** Whether the camera was moved from where the scene has it. */
  get isMoved(): boolean {
    return this.view.some((value, k) => Math.abs(value - this.#home[k]) > 1e-3);
  }

  /** Back to where the scene has its camera. */
  home(): void {
    this.view = this.#home;
  }

  /** Shows the hand at a place, and what it holds where that is known. */
  pull(held: ArrayLike<number> | undefined, at: ArrayLike<number>): void {
    const place = new Vector3().fromArray(at);
    this.hand.show(held ? new Vector3().fromArray(held) : place, place, this.camera.position);
  }

  /** A photo of what is there, twice as large as it is seen. Nothing else is drawn meanwhile. */
  async photo(told: (share: number) => void): Promise<Blob> {
    const { renderer, camera, content, controls, container } = this;
    const { photograph } = await import('./photo.ts');
    const handWasSeen = this.hand.visible;
    this.#isPosing = true;
    this.hand.visible = false;
    try {
      renderer.setPixelRatio(PHOTO * Math.min(window.devicePixelRatio, 2));
      renderer.setSize(container.clientWidth, container.clientHeight, false);
      const suns = this.#lights.filter((light) => light instanceof DirectionalLight && light.castShadow);
      return await photograph(
        { renderer, camera, content, target: controls.target, suns: suns as DirectionalLight[] },
        told,
      );
    } finally {
      this.hand.visible = handWasSeen;
      this.#isPosing = false;
      this.#resize();
    }
  }

  render(): void {
    if (this.#isPosing) return;
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

  /** The scene stays whole in a window of any shape. */
  #resize(): void {
    if (this.#isPosing) return;
    const { clientWidth: width, clientHeight: height } = this.container;
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    const { camera } = this;
    camera.aspect = width / height;
    const half = Math.min(halfField(this.#fov, camera.aspect), WIDEST);
    camera.fov = (Math.atan(half) * 360) / Math.PI;
    camera.updateProjectionMatrix();
  }

  dispose(): void {
    this.#disposed = true;
    this.#resizing.disconnect();
    this.controls.dispose();
    this.#ground.dispose();
    this.hand.dispose();
    this.#room.dispose();
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
