/** The hand of the drag tool, in the picture: a dot on what is held, and a thread to where the pointer pulls. */
import { BufferGeometry, Group, Line, Mesh, SphereGeometry, Vector3 } from 'three';
import { LineBasicNodeMaterial, MeshBasicNodeMaterial } from 'three/webgpu';

const COLOUR = '#ffffff';
/** Radius of the dot as a share of its distance from the camera: it is as large on the screen from everywhere. */
const SIZE = 0.006;

export class Hand extends Group {
  readonly #dot = new Mesh(
    new SphereGeometry(1, 16, 12),
    new MeshBasicNodeMaterial({ color: COLOUR, depthTest: false, transparent: true, opacity: 0.9 }),
  );
  readonly #thread = new Line(
    new BufferGeometry().setFromPoints([new Vector3(), new Vector3()]),
    new LineBasicNodeMaterial({ color: COLOUR, depthTest: false, transparent: true, opacity: 0.9 }),
  );

  #isPointing = false;

  constructor() {
    super();
    this.#thread.frustumCulled = false;
    this.#dot.renderOrder = 10;
    this.#thread.renderOrder = 10;
    this.add(this.#dot, this.#thread);
    this.visible = false;
  }

  /** From what is held to where the pointer is. */
  show(held: Vector3, pulled: Vector3, eye: Vector3): void {
    this.visible = true;
    this.#isPointing = false;
    this.#dot.position.copy(pulled);
    this.#dot.scale.setScalar(SIZE * pulled.distanceTo(eye));
    const places = this.#thread.geometry.getAttribute('position');
    places.setXYZ(0, held.x, held.y, held.z);
    places.setXYZ(1, pulled.x, pulled.y, pulled.z);
    places.needsUpdate = true;
  }

  /** A dot on what the pointer is over, unless something is held. */
  point(at: Vector3, eye: Vector3): void {
    if (this.visible && !this.#isPointing) return;
    this.show(at, at, eye);
    this.#isPointing = true;
  }

  /** The pointer is over nothing. */
  leave(): void {
    if (this.#isPointing) this.hide();
  }

  hide(): void {
    this.visible = false;
    this.#isPointing = false;
  }

  override dispose(): void {
    for (const { geometry, material } of [this.#dot, this.#thread]) {
      geometry.dispose();
      material.dispose();
    }
    this.removeFromParent();
    super.dispose?.();
  }
}
