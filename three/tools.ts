/** Pointer tools for a world in any three.js scene: pointer events become rays, and rays become calls of the engine. */
import { type Camera, EventDispatcher, Raycaster, Vector2, Vector3 } from 'three';
import {
  allowedNumber,
  demandFields,
  type FieldsOf,
  type GrabOptions,
  InputError,
  type Ray,
  type Vec3,
  type World,
} from '../engine/index.ts';
import type { WorldView } from './view.ts';

/**
 * - `drag` pulls the cloth by a spring, with the shift key one particle hard
 * - `tear` pinches it and pulls with a strong spring: what has a strength tears
 * - `cut` cuts along the stroke
 * - `shoot` shoots a ball of the magazine where the pointer is
 * - `pin` pins a particle, or releases a pinned one
 * - `wind` adds a gust along the stroke, or away from the eye after a click
 */
export const TOOLS = ['drag', 'tear', 'cut', 'shoot', 'pin', 'wind'] as const;
/** The name of a tool. */
export type Tool = (typeof TOOLS)[number];

/** Options of `PointerTools`. */
export interface PointerToolsOptions {
  /** The view to work on. Called at each pointerdown, so that the world may be replaced. */
  readonly view: () => WorldView | undefined;
  /** The camera that draws the view. */
  readonly camera: Camera;
  /** The canvas. */
  readonly element: HTMLElement;
  /** Default `drag`. */
  readonly tool?: Tool;
  /** As in `world.pick`. Default 0.02. */
  readonly tolerance?: number;
  /** Speed of balls, metres per second. Default 12. */
  readonly ballSpeed?: number;
  /** Speed of gusts, metres per second; a long stroke doubles it, a short one halves it. Default 8. */
  readonly gustStrength?: number;
}

/** The events of `PointerTools`. */
export interface PointerToolsEvents {
  /** A particle is held. */
  grab: { id: number };
  /** Position of the hand, in the view's space. */
  drag: { id: number; position: Vec3 };
  /** A held particle was released. */
  release: { id: number };
  /** Another action was taken; `id` is the particle, if there is one. */
  act: { tool: Tool; id?: number };
  /** A stroke that cuts or blows, from one place of the page to another, CSS pixels. */
  stroke: { tool: Tool; from: readonly [number, number]; to: readonly [number, number] };
  /** The pointer is up, a stroke is over. */
  end: { tool: Tool };
  /** The engine threw an error, or the world failed. */
  fail: { error: unknown };
}

/** The action of one pointer, from down to up. */
interface Session {
  move(event: PointerEvent): void;
  end(event: PointerEvent | undefined): void;
}

/** A pointer whose pick is running, and its current position; undefined once it is up. */
interface Awaited {
  last: PointerEvent | undefined;
}

/** Radius of a pinch, in radii of a particle; the spacing of a cloth is two. */
const PINCH = { drag: 3, tear: 5 } as const;
/** Stiffness of the spring of `tear`, N/m per kilogram of the body: stronger than the springs of cloth. */
const TEARING = 1e4;

function howToHold(isTearing: boolean, isHard: boolean, { model }: World, id: number): GrabOptions {
  const radius = model.radii[id];
  if (isHard) return { kind: 'hard' };
  if (!isTearing) return { radius: PINCH.drag * radius };
  const { first, count } = model.bodies.find((body) => id < body.first + body.count)!;
  const mass = model.masses.subarray(first, first + count).reduce((sum, one) => sum + one, 0);
  return { radius: PINCH.tear * radius, stiffness: TEARING * mass };
}

/** Limits of the options; a gust may be twice as strong as its option. */
const BOUNDS = {
  tolerance: { min: 0, max: 1 },
  ballSpeed: { min: 0, max: 1e6, unit: 'm/s' },
  gustStrength: { min: 0, max: 500, unit: 'm/s' },
} as const;

const FIELDS: FieldsOf<PointerToolsOptions> = {
  view: true,
  camera: true,
  element: true,
  tool: true,
  tolerance: true,
  ballSpeed: true,
  gustStrength: true,
};

function checkNumbers(options: PointerToolsOptions): void {
  for (const name of ['tolerance', 'ballSpeed', 'gustStrength'] as const) {
    const { [name]: value } = options;
    const { min, max } = BOUNDS[name];
    if (value !== undefined && !(typeof value === 'number' && value >= min && value <= max))
      throw new InputError(name, value, allowedNumber(BOUNDS[name]));
  }
}

/** A stroke shorter than this is a click, CSS pixels. */
const CLICK = 8;

/**
 * Listens on the element before controls such as OrbitControls. Events of a pointer that is used do not reach the controls; if a grab or
 * a pin finds no particle, they do. Only the main button is used; the others still move the camera. Several fingers hold
 * several particles.
 */
export class PointerTools extends EventDispatcher<PointerToolsEvents> {
  /** The tool for the next pointer that comes down. */
  tool: Tool;
  readonly #options: PointerToolsOptions;
  readonly #raycaster = new Raycaster();
  readonly #replayed = new WeakSet<Event>();
  readonly #awaited = new Map<number, Awaited>();
  readonly #sessions = new Map<number, Session>();
  readonly #held = new Set<number>();

  constructor(options: PointerToolsOptions) {
    super();
    demandFields('PointerTools', options, FIELDS);
    const { element, tool = 'drag' } = options;
    checkNumbers(options);
    if (!TOOLS.includes(tool)) throw new InputError('tool', tool, `one of ${TOOLS.join(', ')}`);
    this.#options = options;
    this.tool = tool;
    element.addEventListener('pointerdown', this.#down, { capture: true });
    element.addEventListener('pointermove', this.#move, { capture: true });
    element.addEventListener('pointerup', this.#up, { capture: true });
    element.addEventListener('pointercancel', this.#up, { capture: true });
  }

  /** The particle currently held; the first of several. */
  get grabbed(): number | undefined {
    return [...this.#held][0];
  }

  /** Releases everything. Call it before the world is disposed. */
  release(): void {
    this.#awaited.clear();
    for (const pointer of [...this.#sessions.keys()]) this.#finish(pointer, undefined);
  }

  /** Removes the listeners and releases everything. */
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
    const { pointerId: pointer, button } = event;
    const isBusy = this.#sessions.has(pointer) || this.#awaited.has(pointer);
    if (!view || button !== 0 || isBusy || this.#replayed.has(event)) return;
    event.stopImmediatePropagation();
    const { tool } = this;
    if (tool === 'drag' || tool === 'tear' || tool === 'pin') this.#reach(tool, view, event);
    else this.#try(() => this.#start(pointer, this.#begin(tool, view, event)));
  };

  /** Picks the particle under the pointer, asynchronously. Where there is none, the pointer event is passed on. */
  #reach(tool: 'drag' | 'tear' | 'pin', view: WorldView, event: PointerEvent): void {
    const { pointerId: pointer, shiftKey } = event;
    const { tolerance } = this.#options;
    const awaited: Awaited = { last: event };
    const ray = this.#rayOf(view, event);
    this.#awaited.set(pointer, awaited);
    view.world.pick(ray, { tolerance }).then(
      (picked) => {
        if (this.#awaited.get(pointer) !== awaited) return;
        this.#awaited.delete(pointer);
        const { last } = awaited;
        if (tool === 'pin' && picked) this.#try(() => this.#togglePin(view.world, picked.id));
        else if (last && !picked) this.#replay(last);
        else if (last && picked)
          this.#try(() => {
            const how = howToHold(tool === 'tear', shiftKey, view.world, picked.id);
            const session = this.#hold(view, picked.id, picked.position, how, ray);
            this.#start(pointer, session);
            session.move(last);
          });
      },
      (error) => {
        if (this.#awaited.get(pointer) !== awaited) return;
        this.#awaited.delete(pointer);
        this.dispatchEvent({ type: 'fail', error });
      },
    );
  }

  #move = (event: PointerEvent): void => {
    const { pointerId: pointer } = event;
    const awaited = this.#awaited.get(pointer);
    if (awaited) awaited.last = event;
    const session = this.#sessions.get(pointer);
    if (!session) return;
    event.stopImmediatePropagation();
    this.#try(() => session.move(event));
  };

  #up = (event: PointerEvent): void => {
    const { pointerId: pointer } = event;
    const awaited = this.#awaited.get(pointer);
    if (awaited) awaited.last = undefined;
    if (!this.#sessions.has(pointer)) return;
    event.stopImmediatePropagation();
    this.#try(() => this.#finish(pointer, event));
  };

  /** Errors of the engine become `fail` events instead of uncaught exceptions. */
  #try(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.dispatchEvent({ type: 'fail', error });
    }
  }

  #start(pointer: number, session: Session | undefined): void {
    if (!session) return;
    this.#sessions.set(pointer, session);
    this.#options.element.setPointerCapture(pointer);
  }

  #finish(pointer: number, event: PointerEvent | undefined): void {
    const session = this.#sessions.get(pointer);
    this.#sessions.delete(pointer);
    const { element } = this.#options;
    if (element.hasPointerCapture(pointer)) element.releasePointerCapture(pointer);
    session?.end(event);
  }

  #begin(tool: 'cut' | 'shoot' | 'wind', view: WorldView, event: PointerEvent): Session | undefined {
    if (tool === 'cut') return this.#cut(view, event);
    if (tool === 'wind') return this.#blow(view, event);
    this.#shoot(view, event);
    return undefined;
  }

  #hold(view: WorldView, id: number, position: Vec3, how: GrabOptions, ray: Ray): Session {
    const grab = view.world.grab(id, position, { ...how, facing: this.#facing(view) });
    grab.follow(ray);
    this.#held.add(id);
    this.dispatchEvent({ type: 'grab', id });
    return {
      move: (event) => {
        if (!grab.follow(this.#rayOf(view, event))) return;
        this.dispatchEvent({ type: 'drag', id, position: grab.position });
      },
      end: () => {
        grab.release();
        this.#held.delete(id);
        this.dispatchEvent({ type: 'release', id });
      },
    };
  }

  #togglePin(world: World, id: number): void {
    if (world.isPinned(id)) world.unpin(id);
    else world.pin(id);
    this.dispatchEvent({ type: 'act', tool: 'pin', id });
  }

  #cut(view: WorldView, event: PointerEvent): Session {
    let before = event;
    return {
      move: (next) => {
        const goesOn = before !== event;
        view.world.cutStroke([this.#rayOf(view, before), this.#rayOf(view, next)], { goesOn });
        this.#draw('cut', before, next);
        before = next;
        this.dispatchEvent({ type: 'act', tool: 'cut' });
      },
      end: () => this.dispatchEvent({ type: 'end', tool: 'cut' }),
    };
  }

  #shoot(view: WorldView, event: PointerEvent): void {
    const { ballSpeed = 12 } = this.#options;
    const { origin, direction } = this.#rayOf(view, event);
    const velocity: Vec3 = [ballSpeed * direction[0], ballSpeed * direction[1], ballSpeed * direction[2]];
    const id = view.world.shoot({ from: origin, velocity });
    this.dispatchEvent({ type: 'act', tool: 'shoot', id });
  }

  #blow(view: WorldView, event: PointerEvent): Session {
    const first = this.#rayOf(view, event);
    return {
      move: (next) => this.#draw('wind', event, next),
      end: (last) => {
        this.dispatchEvent({ type: 'end', tool: 'wind' });
        if (!last) return;
        const { gustStrength = 8, element } = this.#options;
        const length = Math.hypot(last.clientX - event.clientX, last.clientY - event.clientY);
        const isClick = length < CLICK;
        // Two rays of a perspective camera differ in direction, those of an orthographic one in origin.
        const { origin, direction } = this.#rayOf(view, last);
        const across = origin.map(
          (part, c) => part + direction[c] - first.origin[c] - first.direction[c],
        ) as unknown as Vec3;
        const share = Math.min(2, Math.max(0.5, (3 * length) / element.clientHeight));
        view.world.gust({
          direction: isClick ? first.direction : across,
          strength: gustStrength * (isClick ? 1 : share),
        });
        this.dispatchEvent({ type: 'act', tool: 'wind' });
      },
    };
  }

  #draw(tool: Tool, from: PointerEvent, to: PointerEvent): void {
    this.dispatchEvent({
      type: 'stroke',
      tool,
      from: [from.clientX, from.clientY],
      to: [to.clientX, to.clientY],
    });
  }

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

  /** Direction of the camera, in the view's space. */
  #facing(view: WorldView): Vec3 {
    const { camera } = this.#options;
    const [here, there] = [
      view.getWorldPosition(new Vector3()),
      camera.getWorldDirection(new Vector3()).add(view.getWorldPosition(new Vector3())),
    ].map((point) => view.worldToLocal(point));
    return there.sub(here).toArray();
  }

  /** The ray under the pointer, in the view's space. */
  #rayOf(view: WorldView, { clientX, clientY }: PointerEvent): Ray {
    const { camera, element } = this.#options;
    const { left, top, width, height } = element.getBoundingClientRect();
    const pointer = new Vector2((2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height);
    this.#raycaster.setFromCamera(pointer, camera);
    view.updateWorldMatrix(true, false);
    const { origin, direction } = this.#raycaster.ray.clone().applyMatrix4(view.matrixWorld.clone().invert());
    return { origin: origin.toArray(), direction: direction.toArray() };
  }
}
