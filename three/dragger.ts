/** Grabbing a particle with the mouse or a finger and moving it at constant depth, in any three.js scene. */
import { type Camera, EventDispatcher, Plane, Raycaster, Vector2, Vector3 } from 'three';
import type { Vec3 } from '../engine/index.ts';
import { pickParticle } from './pick.ts';
import type { WorldView } from './view.ts';

export interface DraggerOptions {
  /** What is looked at; asked at each grab, so that worlds may come and go. */
  readonly view: () => WorldView | undefined;
  readonly camera: Camera;
  /** The canvas. */
  readonly element: HTMLElement;
  /** As in `pickParticle`. Default 0.02. */
  readonly tolerance?: number;
}

export interface DraggerEvents {
  grab: { id: number };
  /** Where the particle has been put, in the view's space. */
  drag: { id: number; position: Vec3 };
  release: { id: number };
  /** Reading the positions failed. */
  fail: { error: unknown };
}

interface Grab {
  readonly pointer: number;
  readonly view: WorldView;
  readonly id: number;
  readonly wasPinned: boolean;
  /** Through the particle, facing the camera, in the view's space. */
  readonly plane: Plane;
  /** From the point under the pointer to the particle. */
  readonly offset: Vector3;
}

/**
 * Listens on the element before controls such as OrbitControls do: a pointer that grabs is kept from them, one that
 * misses is theirs. While grabbed, a particle is pinned; on release it is pinned again only if it was before.
 */
export class Dragger extends EventDispatcher<DraggerEvents> {
  readonly #options: DraggerOptions;
  readonly #raycaster = new Raycaster();
  readonly #replayed = new WeakSet<Event>();
  /** The pointer whose positions are being fetched, and where it is by now; undefined `last` when it is up again. */
  #awaited: { pointer: number; last: PointerEvent | undefined } | undefined;
  #grab: Grab | undefined;

  constructor(options: DraggerOptions) {
    super();
    this.#options = options;
    const { element } = options;
    element.addEventListener('pointerdown', this.#down, { capture: true });
    element.addEventListener('pointermove', this.#move, { capture: true });
    element.addEventListener('pointerup', this.#up, { capture: true });
    element.addEventListener('pointercancel', this.#up, { capture: true });
  }

  /** The particle held now. */
  get grabbed(): number | undefined {
    return this.#grab?.id;
  }

  /** Lets go. Call it before the world is disposed. */
  release(): void {
    const grab = this.#grab;
    this.#grab = undefined;
    this.#awaited = undefined;
    if (!grab) return;
    if (!grab.wasPinned) grab.view.world.unpin(grab.id);
    const { element } = this.#options;
    if (element.hasPointerCapture(grab.pointer)) element.releasePointerCapture(grab.pointer);
    this.dispatchEvent({ type: 'release', id: grab.id });
  }

  dispose(): void {
    this.release();
    const { element } = this.#options;
    element.removeEventListener('pointerdown', this.#down, { capture: true });
    element.removeEventListener('pointermove', this.#move, { capture: true });
    element.removeEventListener('pointerup', this.#up, { capture: true });
    element.removeEventListener('pointercancel', this.#up, { capture: true });
  }

  #down = (event: PointerEvent): void => {
    const view = this.#options.view();
    if (!view || event.button !== 0 || this.#grab || this.#awaited || this.#replayed.has(event)) return;
    if (!view.surface.isShared) {
      if (this.#tryGrab(view, event)) event.stopImmediatePropagation();
      return;
    }
    // The positions are on the GPU: fetch them, and hand the pointer on afterwards if it misses.
    event.stopImmediatePropagation();
    const awaited = { pointer: event.pointerId, last: event as PointerEvent | undefined };
    this.#awaited = awaited;
    view.surface.read().then(
      () => {
        if (this.#awaited !== awaited) return;
        this.#awaited = undefined;
        const { last } = awaited;
        if (!last) return;
        if (this.#tryGrab(view, event)) this.#drag(last);
        else this.#replay(last);
      },
      (error) => {
        this.#awaited = undefined;
        this.dispatchEvent({ type: 'fail', error });
      },
    );
  };

  #move = (event: PointerEvent): void => {
    if (this.#awaited?.pointer === event.pointerId) this.#awaited.last = event;
    if (this.#grab?.pointer !== event.pointerId) return;
    event.stopImmediatePropagation();
    this.#drag(event);
  };

  #up = (event: PointerEvent): void => {
    if (this.#awaited?.pointer === event.pointerId) this.#awaited.last = undefined;
    if (this.#awaited?.last === undefined) this.#awaited = undefined;
    if (this.#grab?.pointer !== event.pointerId) return;
    event.stopImmediatePropagation();
    this.release();
  };

  /** A pointerdown for the controls, where the pointer is now. */
  #replay(event: PointerEvent): void {
    const { pointerId, pointerType, isPrimary, clientX, clientY, ctrlKey, shiftKey, altKey, metaKey } = event;
    const again = new PointerEvent('pointerdown', {
      ...{ pointerId, pointerType, isPrimary, clientX, clientY, ctrlKey, shiftKey, altKey, metaKey },
      ...{ button: 0, buttons: 1, bubbles: true, cancelable: true },
    });
    this.#replayed.add(again);
    this.#options.element.dispatchEvent(again);
  }

  #tryGrab(view: WorldView, event: PointerEvent): boolean {
    const { camera, element, tolerance } = this.#options;
    const { world, surface } = view;
    const ray = this.#rayOf(view, event);
    const picked = pickParticle(ray, surface.positions, { triangles: world.model.triangles, tolerance });
    if (!picked) return false;
    const { id } = picked;
    const particle = new Vector3().fromArray(surface.positions, 3 * id);
    const facing = view.worldToLocal(
      camera.getWorldDirection(new Vector3()).add(view.getWorldPosition(new Vector3())),
    );
    const plane = new Plane().setFromNormalAndCoplanarPoint(facing.normalize(), particle);
    const under = ray.intersectPlane(plane, new Vector3()) ?? particle;
    const offset = particle.clone().sub(under);
    this.#grab = { pointer: event.pointerId, view, id, wasPinned: world.isPinned(id), plane, offset };
    world.pin(id, particle.toArray());
    element.setPointerCapture(event.pointerId);
    this.dispatchEvent({ type: 'grab', id });
    return true;
  }

  #drag(event: PointerEvent): void {
    const grab = this.#grab;
    const point = grab && this.#rayOf(grab.view, event).intersectPlane(grab.plane, new Vector3());
    if (!grab || !point) return;
    const position = point.add(grab.offset).toArray();
    grab.view.world.move(grab.id, position);
    this.dispatchEvent({ type: 'drag', id: grab.id, position });
  }

  /** Under the pointer, in the view's space. */
  #rayOf(view: WorldView, { clientX, clientY }: PointerEvent) {
    const { camera, element } = this.#options;
    const { left, top, width, height } = element.getBoundingClientRect();
    const pointer = new Vector2((2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height);
    this.#raycaster.setFromCamera(pointer, camera);
    view.updateWorldMatrix(true, false);
    return this.#raycaster.ray.clone().applyMatrix4(view.matrixWorld.clone().invert());
  }
}
