/** What the studio has to say: notes in the panel, and the problem panel, which always says what to do next. */
import { SceneError } from 'selvedge/scene';
import { element } from './dom.ts';

export interface Action {
  readonly label: string;
  run(): void;
}

export class Messages {
  #canBeDismissed = false;

  constructor(
    readonly problem: HTMLElement,
    readonly notes: HTMLElement,
    readonly loading: HTMLElement,
  ) {}

  /** A line at the bottom while something is under way; undefined takes it away. */
  busy(text: string | undefined): void {
    this.loading.hidden = text === undefined;
    this.loading.textContent = text ?? '';
  }

  note(lines: readonly string[]): void {
    const list = document.createElement('ul');
    for (const line of new Set(lines)) list.append(element('li', line));
    this.notes.replaceChildren(list);
    this.notes.hidden = lines.length === 0;
  }

  /** Shows an error with advice. Without an action of its own, closing it is all there is to do. */
  fail(title: string, error: unknown, advice: string, action?: Action): void {
    const parts: Node[] = [element('h2', title)];
    if (error instanceof SceneError) parts.push(listOf(error));
    else if (error !== undefined)
      parts.push(element('p', error instanceof Error ? error.message : String(error)));
    parts.push(element('p', advice));
    const button = element('button', action?.label ?? 'Close');
    button.type = 'button';
    button.className = 'primary small';
    button.addEventListener('click', () => {
      this.clear();
      action?.run();
    });
    parts.push(button);
    this.problem.replaceChildren(...parts);
    this.problem.hidden = false;
    this.#canBeDismissed = action === undefined;
    // The button stands below a list that may be long: it is read from its top.
    button.focus({ preventScroll: true });
    this.problem.scrollTop = 0;
  }

  /** Closes the problem panel, unless its button is the only way on. */
  dismiss(): void {
    if (this.#canBeDismissed) this.clear();
  }

  clear(): void {
    this.problem.hidden = true;
    this.problem.replaceChildren();
  }
}

/** Past this many, a list helps nobody. */
const MOST_LINES = 40;

function listOf({ problems }: SceneError): HTMLElement {
  const list = document.createElement('ul');
  for (const { path, message } of problems.slice(0, MOST_LINES)) {
    const item = document.createElement('li');
    item.append(element('code', path === '' ? 'scene' : path), `: ${message}`);
    list.append(item);
  }
  if (problems.length > MOST_LINES) list.append(element('li', `and ${problems.length - MOST_LINES} more`));
  return list;
}
