/** The tools: what the pointer does on the picture, which of it can be done here, and a line that says how. */
import type { World } from 'selvedge';
import { TOOLS, type Tool } from 'selvedge/three';
import { byId } from './dom.ts';

interface Description {
  readonly title: string;
  /** As `KeyboardEvent.key`. */
  readonly key: string;
  readonly does: string;
  readonly hint: string;
}

export const DESCRIPTIONS: Readonly<Record<Tool, Description>> = {
  drag: {
    title: 'Drag',
    key: 'd',
    does: 'Drag the cloth by a spring, with Shift hard',
    hint: 'Drag the cloth; with Shift it follows exactly. Drag beside it to look around.',
  },
  tear: {
    title: 'Tear',
    key: 't',
    does: 'Pull until it tears',
    hint: 'Pull the cloth apart. Drag beside it to look around.',
  },
  cut: {
    title: 'Cut',
    key: 'c',
    does: 'Cut along a stroke',
    hint: 'Draw a stroke across the cloth. Right button or a second finger: look around.',
  },
  shoot: {
    title: 'Shoot',
    key: 'b',
    does: 'Shoot a ball',
    hint: 'Click where the ball shall go. Right button or a second finger: look around.',
  },
  pin: {
    title: 'Pin',
    key: 'p',
    does: 'Pin a particle, or let it go',
    hint: 'Click the cloth to pin it there, a pin to let it go. Drag beside it to look around.',
  },
  wind: {
    title: 'Wind',
    key: 'w',
    does: 'Let a gust blow',
    hint: 'Drag the way the wind shall blow, or click: away from you. Right button or a second finger: look around.',
  },
};

/** Tools that take every main-button drag: the camera turns by the right button then. */
export const takesAll = (tool: Tool): boolean => tool === 'cut' || tool === 'shoot' || tool === 'wind';

/** Why a tool cannot be used on this world, in a sentence; undefined where it can. */
export function whyNot(tool: Tool, world: World | undefined): string | undefined {
  if (!world) return 'No scene is open.';
  const { springs, strengths } = world.model;
  if (tool === 'tear' && !strengths)
    return "This scene's bodies cannot tear: they have no strength. Cut them.";
  if (tool === 'cut' && springs === 0) return 'There is nothing to cut here: no springs.';
  if (tool === 'wind' && !world.method.integrate) return 'No wind here: the solver does not integrate.';
  return undefined;
}

export class Toolbar {
  readonly #hint = byId('hint');
  readonly #stroke = document.querySelector<SVGPolylineElement>('#stroke polyline')!;
  readonly #buttons = new Map<Tool, HTMLButtonElement>();
  #tool: Tool = 'drag';
  #fading: ReturnType<typeof setTimeout> | undefined;

  constructor(choose: (tool: Tool) => void) {
    byId('tools').replaceChildren(
      ...TOOLS.map((tool) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.dataset.tool = tool;
        button.textContent = DESCRIPTIONS[tool].title;
        button.addEventListener('click', () => choose(tool));
        this.#buttons.set(tool, button);
        return button;
      }),
    );
  }

  /** The tool in hand, and which can be taken: a button that can't still answers, with the reason. */
  show(tool: Tool, world: World | undefined): void {
    this.#tool = tool;
    for (const [each, button] of this.#buttons) {
      const { does, key } = DESCRIPTIONS[each];
      const reason = whyNot(each, world);
      button.setAttribute('aria-pressed', String(each === tool && reason === undefined));
      button.setAttribute('aria-disabled', String(reason !== undefined));
      button.title = reason ?? `${does} (${key.toUpperCase()})`;
    }
    document.body.dataset.tool = tool;
    const { loaded, balls } = world?.magazine ?? { loaded: 0, balls: 0 };
    const left = loaded > 0 ? `${loaded} of ${balls} balls left.` : 'The oldest ball is taken again.';
    const hint = world ? DESCRIPTIONS[tool].hint : '';
    this.say(tool === 'shoot' && balls > 0 ? `${hint} ${left}` : hint);
  }

  get tool(): Tool {
    return this.#tool;
  }

  say(text: string): void {
    this.#hint.textContent = text;
    this.#hint.hidden = text === '';
  }

  /** Draws on, CSS pixels of the page. A gust is one straight line from where it began. */
  draw(tool: Tool, from: readonly [number, number], to: readonly [number, number]): void {
    const line = this.#stroke;
    const { left, top } = line.ownerSVGElement!.getBoundingClientRect();
    const at = ([x, y]: readonly [number, number]) => `${x - left},${y - top}`;
    clearTimeout(this.#fading);
    const before = this.#fading === undefined && tool === 'cut' ? (line.getAttribute('points') ?? '') : '';
    this.#fading = undefined;
    line.setAttribute('points', `${before || at(from)} ${at(to)}`);
    line.dataset.tool = tool;
  }

  /** What was drawn is seen a moment longer. */
  fade(): void {
    clearTimeout(this.#fading);
    this.#fading = setTimeout(() => this.#stroke.setAttribute('points', ''), 250);
  }
}
