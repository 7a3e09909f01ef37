/** Keyboard shortcuts, and the panel that lists them. */
import { byId } from './dom.ts';

export interface Shortcut {
  /** As `KeyboardEvent.key`, in lower case. */
  readonly keys: readonly string[];
  /** As people read them. */
  readonly shown: string;
  readonly does: string;
  run(): void;
}

/** Keys mean something else in these. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type !== 'checkbox');
/** The space bar plays whatever button was clicked last; Enter presses it. Boxes and dialogues have no other key. */
const takesSpace = (target: EventTarget | null) =>
  target instanceof HTMLInputElement || (target instanceof Element && target.closest('#help, #problem'));

export function listenToKeys(shortcuts: readonly Shortcut[]): void {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key !== 'Escape' && isTyping(event.target)) return;
    if (event.key === ' ' && takesSpace(event.target)) return;
    const shortcut = shortcuts.find(({ keys }) => keys.includes(event.key.toLowerCase()));
    if (!shortcut) return;
    event.preventDefault();
    shortcut.run();
  });
  // Some browsers press a button when the space bar comes up.
  addEventListener('keyup', (event) => {
    if (event.key === ' ' && event.target instanceof HTMLButtonElement && !takesSpace(event.target))
      event.preventDefault();
  });
}

export class Help {
  readonly #panel = byId('help');
  readonly #button = byId<HTMLButtonElement>('help-button');
  /** What had the focus before. */
  #before: Element | null = null;

  constructor(shortcuts: readonly Shortcut[]) {
    const rows = shortcuts
      .filter(({ shown }) => shown !== '')
      .map(({ shown, does }) => {
        const keys = shown.split(' or ').map((key) => `<kbd>${key}</kbd>`);
        return `<tr><th scope="row">${keys.join(' or ')}</th><td>${does}</td></tr>`;
      });
    this.#panel.innerHTML = `<h2>Help</h2><table>${rows.join('')}
      <tr><th scope="row">Drag beside it</th><td>Look around; with cut, shoot and wind by the right button</td></tr>
      <tr><th scope="row">Wheel or pinch</th><td>Nearer, further</td></tr>
      <tr><th scope="row">Drop a file</th><td>Load a scene (JSON)</td></tr></table>
      <button type="button" class="primary small">Close</button>`;
    this.#panel.querySelector('button')?.addEventListener('click', () => this.toggle(false));
    this.#button.addEventListener('click', () => this.toggle());
  }

  toggle(isShown = this.#panel.hidden): void {
    if (this.#panel.hidden === !isShown) return;
    this.#panel.hidden = !isShown;
    this.#button.setAttribute('aria-expanded', String(isShown));
    if (isShown) {
      this.#before = document.activeElement;
      this.#panel.querySelector('button')?.focus();
    } else if (this.#before instanceof HTMLElement) this.#before.focus();
  }
}
