/** What is under the pointer: a dot on the particle, and its numbers beside it. */
import type { World } from 'selvedge';
import { Raycaster, Vector2, Vector3 } from 'three';
import { byId, element } from './dom.ts';
import { digits, quantity } from './format.ts';
import { stateOf } from './lens.ts';
import { edgesOf, measured } from './measures.ts';
import type { Stage } from './stage.ts';

/** Milliseconds between two looks. */
const EVERY = 90;

export class Probe {
  isOn = false;
  readonly #card = byId('probe');
  readonly #caster = new Raycaster();
  #last = 0;
  #isLooking = false;
  #pointer: PointerEvent | undefined;

  constructor(
    readonly stage: () => Stage,
    readonly world: () => World | undefined,
  ) {}

  /** Listens to the picture of a stage. */
  listen(canvas: HTMLElement): void {
    canvas.addEventListener('pointermove', (event) => {
      this.#pointer = event.buttons === 0 ? event : undefined;
    });
    canvas.addEventListener('pointerleave', () => {
      this.#pointer = undefined;
      this.hide();
    });
  }

  hide(): void {
    this.#card.hidden = true;
    this.stage().hand.leave();
  }

  /** Called for each frame. */
  frame(now: number): void {
    const pointer = this.#pointer;
    if (!this.isOn || !pointer || this.#isLooking || now - this.#last < EVERY) return;
    this.#last = now;
    this.#isLooking = true;
    this.#look(pointer)
      .catch(() => this.hide())
      .finally(() => {
        this.#isLooking = false;
      });
  }

  async #look(pointer: PointerEvent): Promise<void> {
    const world = this.world();
    if (!world) return this.hide();
    const { camera, renderer } = this.stage();
    const { left, top, width, height } = renderer.domElement.getBoundingClientRect();
    const [x, y] = [pointer.clientX - left, pointer.clientY - top];
    this.#caster.setFromCamera(new Vector2((2 * x) / width - 1, 1 - (2 * y) / height), camera);
    const { origin, direction } = this.#caster.ray;
    const picked = await world.pick({ origin: origin.toArray(), direction: direction.toArray() });
    if (world !== this.world() || this.#pointer === undefined) return;
    if (!picked) return this.hide();
    const state = await stateOf(world);
    if (world !== this.world()) return;
    this.stage().hand.point(new Vector3(...picked.position), camera.position);
    const list = document.createElement('dl');
    for (const [name, value] of rowsOf(world, picked.id, state))
      list.append(element('dt', name), element('dd', value));
    this.#card.replaceChildren(list);
    this.#card.hidden = false;
    // Beside the pointer, on the side where there is room.
    this.#card.style.left = `${x + 18 + 200 > width ? Math.max(4, x - 218) : x + 18}px`;
    this.#card.style.top = `${Math.max(4, Math.min(y + 12, height - 190))}px`;
  }
}

function rowsOf(
  world: World,
  id: number,
  state: Awaited<ReturnType<typeof stateOf>>,
): readonly (readonly [name: string, value: string])[] {
  const { model, bodies } = world;
  const body = bodies.find(({ first, count }) => id >= first && id < first + count);
  const edges = edgesOf(world);
  const value = (measure: 'strain' | 'speed' | 'force' | 'contact') =>
    measured(measure, world, edges, state)[id];
  const place = [...state.positions.subarray(3 * id, 3 * id + 3)].map((part) => part.toFixed(3));
  return [
    ['Particle', `${id} of ${body?.name ?? '?'}`],
    ['Position', `${place.join(', ')} m`],
    ['Speed', quantity(value('speed'), 'm/s')],
    ['Strain', `${digits(100 * value('strain'))} %`],
    ['Force', quantity(value('force'), 'N')],
    ['Contact', digits(value('contact'))],
    ['Mass', `${digits(1000 * model.masses[id])} g`],
    ['Held', world.isPinned(id) ? 'pinned' : 'no'],
  ];
}
