/** The panel that puts other solvers beside the one that runs, and plots what is measured of all. */
import { findMethod, METHODS, supportMatrix } from 'selvedge';
import { byId } from './dom.ts';
import { saveFile } from './files.ts';
import type { Measured } from './player.ts';
import type { Axis, Quantity, Series } from './plot.ts';
import type { Studio } from './studio.ts';

type Plotting = typeof import('./plot.ts');

export class Compare {
  readonly #panel = byId<HTMLDetailsElement>('compare-panel');
  readonly #rivals = [1, 2].map((k) => byId<HTMLSelectElement>(`rival-${k}`));
  readonly #quantity = byId<HTMLSelectElement>('quantity');
  readonly #axis = byId<HTMLSelectElement>('axis');
  #plotting: Plotting | undefined;
  #histories: InstanceType<Plotting['History']>[] = [];
  #titles: string[] = [];
  #world: unknown;

  constructor(readonly studio: Studio) {
    for (const select of this.#rivals)
      select.addEventListener('change', () => {
        void this.studio.compare(this.#rivals.map(({ value }) => value).filter(Boolean));
        select.blur();
      });
    for (const select of [this.#quantity, this.#axis])
      select.addEventListener('change', () => {
        this.#draw();
        select.blur();
      });
    this.#panel.addEventListener('toggle', () => void this.#open());
    byId('save-csv').addEventListener('click', () => this.#save('csv'));
    byId('save-svg').addEventListener('click', () => this.#save('svg'));
  }

  get isOpen(): boolean {
    return this.#panel.open;
  }

  /** Another world, or other ones beside it. */
  follow(): void {
    const { simulation, rivals, world } = this.studio;
    if (!simulation || !world) return;
    const titles = [simulation.method.id, ...rivals].map((id) => findMethod(id).title);
    if (this.#world !== world || titles.join() !== this.#titles.join()) this.#histories = [];
    this.#world = world;
    this.#titles = titles;
    const runs = new Map(supportMatrix().map(({ method, backends }) => [method, backends]));
    this.#rivals.forEach((select, k) => {
      const options = METHODS.filter(({ id }) => runs.get(id)?.wasm || runs.get(id)?.webgpu).map(
        ({ id, title }) => new Option(title, id, false, rivals[k] === id),
      );
      select.replaceChildren(new Option('nothing', ''), ...options);
      select.disabled = k > rivals.length;
    });
  }

  /** Called with each measurement. */
  add({ statistics, rivals }: Measured): void {
    const { world } = this.studio;
    if (!this.#plotting || !this.isOpen || !world) return;
    const { sampleOf, History } = this.#plotting;
    const all = [statistics, ...rivals];
    if (this.#histories.length !== all.length) this.#histories = all.map(() => new History());
    all.forEach((each, k) => {
      this.#histories[k].add(sampleOf(each, world.time, world.steps));
    });
    this.#draw();
  }

  get #series(): Series[] {
    return this.#histories.map(({ samples }, k) => ({ title: this.#titles[k] ?? '', samples }));
  }

  async #open(): Promise<void> {
    if (!this.isOpen || this.#plotting) return;
    const plotting = await import('./plot.ts');
    this.#plotting = plotting;
    const { QUANTITIES, AXES } = plotting;
    this.#quantity.replaceChildren(
      ...Object.entries(QUANTITIES).map(([id, { title, unit }]) => new Option(`${title}, ${unit}`, id)),
    );
    this.#axis.replaceChildren(...Object.entries(AXES).map(([id, title]) => new Option(title, id)));
    this.#draw();
  }

  #draw(): void {
    if (!this.#plotting || !this.isOpen) return;
    byId('plot').innerHTML = this.#plotting.svgOf(
      this.#series,
      this.#quantity.value as Quantity,
      this.#axis.value as Axis,
    );
  }

  #save(kind: 'csv' | 'svg'): void {
    if (!this.#plotting) return;
    const { csvOf, svgOf } = this.#plotting;
    const text =
      kind === 'csv'
        ? csvOf(this.#series)
        : svgOf(this.#series, this.#quantity.value as Quantity, this.#axis.value as Axis);
    saveFile(`selvedge.${kind}`, text, kind === 'csv' ? 'text/csv' : 'image/svg+xml');
  }
}
