/** The panel that chooses what is seen of a world beside its fabrics, and the legend of its colours. */
import { byId, element } from './dom.ts';
import { digits } from './format.ts';
import type { Lens, Sights } from './lens.ts';
import type { Probe } from './probe.ts';
import type { Studio } from './studio.ts';

type Looking = typeof import('./lens.ts') & typeof import('./measures.ts') & typeof import('./probe.ts');

const FABRIC = 'fabric';
const SWITCHES = ['wires', 'particles', 'normals', 'colliders'] as const;

export class See {
  readonly #measure = byId<HTMLSelectElement>('measure');
  readonly #legend = byId('legend');
  readonly #note = byId('see-note');
  readonly #switches = SWITCHES.map((name) => byId<HTMLInputElement>(`see-${name}`));
  readonly #probing = byId<HTMLInputElement>('see-probe');
  #looking: Looking | undefined;
  #probe: Probe | undefined;
  #heard: HTMLElement | undefined;
  #said = '';

  constructor(readonly studio: Studio) {
    const all = [this.#measure, ...this.#switches, this.#probing];
    for (const control of all)
      control.addEventListener('change', () => {
        void this.#apply();
        control.blur();
      });
  }

  /** The next way of seeing, for a key. */
  next(): void {
    const { options, selectedIndex } = this.#measure;
    this.#measure.selectedIndex = (selectedIndex + 1) % options.length;
    void this.#apply();
  }

  /** Another world, or another picture of it. */
  follow(): void {
    const { simulation } = this.studio;
    if (simulation && this.#isOn && simulation.view.lens === undefined) void this.#apply();
  }

  /** Called for each frame. */
  frame(now: number): void {
    this.#probe?.frame(now);
    const lens = this.studio.simulation?.view.lens;
    const { measure } = lens?.sights ?? {};
    if (!this.#looking || !measure || !lens) {
      this.#legend.hidden = true;
      return;
    }
    const { title, unit, scale, help } = this.#looking.MEASURES[measure];
    const top = `${digits(lens.top * scale)} ${unit}`.trim();
    this.#legend.hidden = false;
    if (this.#said === title + top) return;
    this.#said = title + top;
    const bar = element('span', '');
    bar.className = 'bar';
    bar.style.background = this.#looking.gradient;
    const ends = element('span', '');
    ends.className = 'ends';
    ends.append(element('span', `0 ${unit}`.trim()), element('span', top));
    this.#legend.replaceChildren(element('strong', title), bar, ends, element('small', help));
  }

  get #sights(): Sights {
    const measure = this.#measure.value === FABRIC ? {} : { measure: this.#measure.value };
    const switches = SWITCHES.map((name, k) => [name, this.#switches[k].checked]);
    return { ...measure, ...Object.fromEntries(switches) } as Sights;
  }

  get #isOn(): boolean {
    const { measure, ...switches } = this.#sights;
    return measure !== undefined || Object.values(switches).some(Boolean);
  }

  async #apply(): Promise<void> {
    if (!this.#looking) {
      const [lens, measures, probe] = await Promise.all([
        import('./lens.ts'),
        import('./measures.ts'),
        import('./probe.ts'),
      ]);
      this.#looking ??= { ...lens, ...measures, ...probe };
    }
    const { studio } = this;
    const { Probe, Lens, MOST_DRAWN, hasCloth } = this.#looking;
    this.#probe ??= new Probe(
      () => studio.stage,
      () => studio.world,
    );
    const canvas = studio.stage.renderer.domElement;
    if (this.#heard !== canvas) this.#probe.listen(canvas);
    this.#heard = canvas;
    this.#probe.isOn = this.#probing.checked;
    if (!this.#probing.checked) this.#probe.hide();
    const view = studio.simulation?.view;
    if (!view) return;
    const sights = this.#sights;
    view.lens?.dispose();
    const lens: Lens | undefined = this.#isOn ? new Lens(view, sights) : undefined;
    view.lens = lens;
    this.#note.textContent =
      sights.particles && view.world.model.particles > MOST_DRAWN
        ? `Particles are drawn up to ${MOST_DRAWN.toLocaleString('en')}; there are ${view.world.model.particles.toLocaleString('en')}.`
        : sights.measure && !hasCloth(view)
          ? 'Colours are shown on cloth and solids; here is none. The probe reads values of ropes and balls.'
          : '';
    await lens?.update();
  }
}
