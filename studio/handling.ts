/** The pointer on the picture: which tool it holds, how strong it is here, and what is said and shown of what it does. */
import { InputError, type World } from 'selvedge';
import { PointerTools, type Tool } from 'selvedge/three';
import { MOUSE } from 'three';
import type { Rivals } from './rivals.ts';
import type { Simulation } from './simulation.ts';
import type { Stage } from './stage.ts';
import { BALL_SPEED, gustFor } from './strength.ts';
import { DESCRIPTIONS, type Toolbar, takesAll, whyNot } from './toolbar.ts';

export interface HandlingParts {
  simulation(): Simulation | undefined;
  /** What follows the hand beside it. */
  readonly rivals: Rivals;
  /** Whether the world is being replaced. */
  isHalted(): boolean;
  playing(): boolean;
  /** Something was done that is to be seen. */
  touched(): void;
  /** Gives the scene balls to shoot. */
  load(): Promise<void>;
  /** The world itself failed. */
  broke(error: unknown): void;
}

export class Handling {
  readonly tools: PointerTools;
  /** Of a gust, metres per second. */
  #gust = 8;

  constructor(
    readonly stage: Stage,
    readonly toolbar: Toolbar,
    readonly parts: HandlingParts,
  ) {
    const { camera, container, renderer } = stage;
    const handling = this;
    const tools = new PointerTools({
      view: () => (parts.isHalted() ? undefined : parts.simulation()?.view),
      ...{ camera, element: renderer.domElement, ballSpeed: BALL_SPEED },
      // Asked for when a gust is let go.
      get gustStrength() {
        return handling.#gust;
      },
    });
    this.tools = tools;
    tools.addEventListener('grab', () => container.classList.add('grabbing'));
    tools.addEventListener('release', () => {
      container.classList.remove('grabbing');
      stage.hand.hide();
      parts.rivals.letGo();
    });
    tools.addEventListener('drag', ({ id, position }) => {
      const surface = parts.simulation()?.view.surface;
      if (surface) stage.pull(surface.isShared ? undefined : surface.positions.subarray(3 * id), position);
      parts.rivals.pull(id, position);
      parts.touched();
    });
    tools.addEventListener('act', ({ tool, id }) => this.#acted(tool, id));
    tools.addEventListener('stroke', ({ tool, from, to }) => toolbar.draw(tool, from, to));
    tools.addEventListener('end', () => toolbar.fade());
    tools.addEventListener('fail', ({ error }) => {
      // A refusal breaks nothing.
      if (error instanceof InputError) toolbar.say(error.message);
      else parts.broke(error);
    });
    this.take(toolbar.tool);
  }

  get #world(): World | undefined {
    return this.parts.simulation()?.world;
  }

  /** Takes a tool in hand, or says why it can't. A scene without balls is given some, where it is. */
  async use(tool: Tool): Promise<void> {
    const reason = whyNot(tool, this.#world);
    if (reason) return this.toolbar.say(reason);
    if (tool === 'shoot' && this.#world?.magazine.balls === 0) await this.parts.load();
    this.take(tool);
  }

  /** Takes a tool in hand where it can be used here, else the hand. */
  take(tool: Tool): void {
    // Another scene has no balls until they are asked for.
    const isEmpty = tool === 'shoot' && !this.#world?.magazine.balls;
    const chosen = isEmpty || whyNot(tool, this.#world) ? 'drag' : tool;
    this.toolbar.show(chosen, this.#world);
    this.tools.tool = chosen;
    this.stage.controls.mouseButtons.RIGHT = takesAll(chosen) ? MOUSE.ROTATE : MOUSE.PAN;
  }

  /** As strong as this world bears. */
  suit(world: World): void {
    this.#gust = gustFor(world);
  }

  #acted(tool: Tool, id: number | undefined): void {
    const { toolbar, parts } = this;
    const world = this.#world;
    if (!world) return;
    parts.touched();
    if (tool === 'shoot') toolbar.show(tool, world);
    if (tool === 'pin' && id !== undefined) parts.rivals.pin(id, world.isPinned(id));
    if (tool === 'pin' && id !== undefined)
      toolbar.say(`Particle ${id} is ${world.isPinned(id) ? 'pinned' : 'free'}. ${DESCRIPTIONS.pin.hint}`);
    if (tool !== 'pin' && !parts.playing()) toolbar.say('It is paused: play to see what follows.');
  }

  release(): void {
    this.tools.release();
  }

  dispose(): void {
    this.tools.dispose();
  }
}
