/** What must be done before the next step, and why. Parts of a world add tasks; the world does each task once. */
const TASKS = [
  /** The step is recorded anew: something takes part that did not, or with other numbers. */
  'record',
  /** The method prepares: pins, masses, settings or the whole state changed. */
  'prepare',
  /** The method prepares for springs that were torn by hand, where it need not prepare for more. */
  'renew',
  /** Kernels get the attachments, and how bodies follow them. */
  'ties',
  /** Kernels get how bodies follow whose particles have become heavier or lighter. */
  'weights',
] as const;
export type Task = (typeof TASKS)[number];

export class Due {
  readonly #reasons = new Map<Task, string>();

  /** Adds a task; `why` ends the sentence "…, because …". */
  add(task: Task, why: string): void {
    if (!this.#reasons.has(task)) this.#reasons.set(task, why);
  }

  /** Why it is due, if it is: the first reason that was given. */
  why(task: Task): string | undefined {
    return this.#reasons.get(task);
  }

  /** Clears the task and returns whether it was due. The caller then does it. */
  take(task: Task): boolean {
    return this.#reasons.delete(task);
  }
}
