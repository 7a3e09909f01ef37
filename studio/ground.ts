/** The floor, where the scene has one: it takes the shadow, and is lightest below the scene. */
import { type Box3, CircleGeometry, Group, Mesh, Vector3 } from 'three';
import { float, length, positionLocal, smoothstep } from 'three/tsl';
import { MeshBasicNodeMaterial, ShadowNodeMaterial } from 'three/webgpu';

/** Radius in sizes of the scene. */
const RADIUS = 5;
/** Share of the radius in which shadows fall: looking for them costs more than anything else on the floor. */
const SHADOWED = 0.45;
/** How dark a full shadow is, and how much lighter the floor is in the middle. */
const SHADOW = 0.4;
const POOL = 0.5;

export interface GroundOptions {
  /** Of the scene, metres. */
  readonly size: number;
  /** Height of the scene's own floor, metres; without one there is no ground. */
  readonly floor: number | undefined;
}

export class Ground {
  readonly mesh = new Group();
  readonly #shadow: Mesh<CircleGeometry, ShadowNodeMaterial>;
  readonly #pool: Mesh<CircleGeometry, MeshBasicNodeMaterial>;

  constructor() {
    const geometry = new CircleGeometry(1, 64);
    const small = new CircleGeometry(SHADOWED, 48);
    const distance = length(positionLocal.xy);
    const fading = smoothstep(0.05, 1, distance).oneMinus();
    const falling = smoothstep(0.3 * SHADOWED, SHADOWED, distance).oneMinus();
    const shadow = new ShadowNodeMaterial({ color: '#2d2621', transparent: true, depthWrite: false });
    shadow.opacityNode = falling.mul(SHADOW);
    const pool = new MeshBasicNodeMaterial({ color: '#fffdf8', transparent: true, depthWrite: false });
    pool.opacityNode = fading.mul(fading).mul(float(POOL));
    this.#pool = new Mesh(geometry, pool);
    this.#shadow = new Mesh(small, shadow);
    this.#shadow.receiveShadow = true;
    // Behind everything that is solid; the shadow upon the light.
    this.#pool.renderOrder = -2;
    this.#shadow.renderOrder = -1;
    this.mesh.add(this.#pool, this.#shadow);
    this.mesh.rotation.x = -Math.PI / 2;
    this.mesh.name = 'ground';
  }

  place(reach: Box3, { size, floor }: GroundOptions): void {
    const centre = reach.getCenter(new Vector3());
    this.mesh.position.set(centre.x, floor ?? reach.min.y, centre.z);
    this.mesh.scale.setScalar(RADIUS * size);
    this.mesh.visible = floor !== undefined;
  }

  dispose(): void {
    this.#shadow.geometry.dispose();
    this.#pool.geometry.dispose();
    this.#shadow.material.dispose();
    this.#pool.material.dispose();
  }
}
