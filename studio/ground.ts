/** The floor under the cloth: it takes the shadow and fades into the background. */
import { type Box3, CircleGeometry, Color, Mesh, Vector3 } from 'three';
import { color, float, length, mix, positionLocal, smoothstep, uniform } from 'three/tsl';
import { MeshStandardNodeMaterial } from 'three/webgpu';

/** Radius in sizes of the scene. */
const RADIUS = 6;

/** How far a cloth may stretch beyond where it should hang, as a share of its height: truncated solvers let it. */
const BELOW = 0.25;

export interface GroundOptions {
  /** Of the scene, metres. */
  readonly size: number;
  /** Height of the scene's own floor, metres. */
  readonly floor?: number;
  readonly background: string;
  readonly isVisible: boolean;
}

export class Ground {
  readonly mesh: Mesh<CircleGeometry, MeshStandardNodeMaterial>;
  readonly #colour = uniform(new Color());

  constructor() {
    const material = new MeshStandardNodeMaterial({ roughness: 1, metalness: 0, transparent: true });
    const distance = length(positionLocal.xy);
    material.colorNode = mix(this.#colour, color('#8b8f99'), 0.25);
    material.opacityNode = float(1).sub(smoothstep(0.25, 1, distance));
    this.mesh = new Mesh(new CircleGeometry(1, 64), material);
    this.mesh.rotation.x = -Math.PI / 2;
    this.mesh.receiveShadow = true;
    this.mesh.name = 'ground';
  }

  /** Where the scene has its floor, else safely under everything the particles reach; nowhere for bodies that fall for ever. */
  place(reach: Box3, { size, floor, background, isVisible }: GroundOptions): void {
    const centre = reach.getCenter(new Vector3());
    const below = reach.min.y - BELOW * (reach.max.y - reach.min.y) - 0.02 * size;
    this.mesh.position.set(centre.x, floor ?? below, centre.z);
    this.mesh.scale.setScalar(RADIUS * size);
    this.mesh.visible = isVisible;
    this.#colour.value.set(background);
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
