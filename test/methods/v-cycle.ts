/** The V-cycle by itself: the linear problem A δ = 0 from a random δ, so that δ is the error. */
import type { Backend, Body } from 'selvedge';
import { multigrid } from '../../engine/methods/multigrid/index.ts';
import { levelBuffers } from '../../engine/methods/multigrid/memory.ts';
import { buildModel, type Model } from '../../engine/model.ts';
import { joinPlans, type Program } from '../../engine/program.ts';
import { memoryOf } from '../../engine/state.ts';
import { seeded } from '../conformance/seeded.ts';

interface Problem {
  /** 1/h². */
  readonly inertia: number;
  readonly cycles: number;
  /** Of a coordinate of a free particle, before the first cycle. Default: random. */
  readonly error?: () => number;
}

/** ‖e‖ in the energy norm √(eᵀAe), before the first cycle and after each. */
export async function errorNorms(
  backend: Backend,
  bodies: Body[],
  { inertia, cycles, error: errorOf }: Problem,
): Promise<number[]> {
  const model = buildModel(bodies);
  const values = { outer: 1, accuracy: 0, rho: 0 };
  const setting = { model, h: 1, inertia, springs: 'springs', stiffening: 1, values };
  const machine = await backend.open(joinPlans(memoryOf(model), multigrid.scratch(setting)));
  const random = seeded(1);
  const coordinate = errorOf ?? (() => random() - 0.5);
  const masses = new Float64Array(4 * model.particles);
  const error = new Float64Array(4 * model.particles);
  const pins = new Set(model.pins);
  for (let id = 0; id < model.particles; id++) {
    const free = !pins.has(id);
    const at = 4 * model.slotOf[id];
    masses.set([model.masses[id], free ? 1 / model.masses[id] : 0], at);
    if (free) error.set([coordinate(), coordinate(), coordinate()], at);
  }
  machine.write('masses', masses);
  machine.write('delta', error);
  machine.write('rhs', new Float64Array(4 * model.particles));
  machine.load('prepare', multigrid.prepare(setting));
  machine.load('cycle', held(multigrid.record(setting).program));
  machine.run('prepare');
  const norms = [energyNorm(model, masses, error, inertia)];
  for (let cycle = 0; cycle < cycles; cycle++) {
    machine.run('cycle');
    const [delta] = await machine.read(levelBuffers(0).delta);
    norms.push(energyNorm(model, masses, delta, inertia));
  }
  machine.dispose();
  return norms;
}

/** By what a cycle multiplies the error in the long run. */
export const lastFactor = (norms: readonly number[]): number => norms.at(-1)! / norms.at(-2)!;

/** The program without its local step: the right-hand side holds still. */
const held = (program: Program): Program =>
  program.flatMap((item): Program => {
    if ('repeat' in item) return [{ ...item, body: held(item.body) }];
    return item.kernel.name === 'local' ? [] : [item];
  });

function energyNorm(
  { particles, springs, ends, stiffness }: Model,
  masses: ArrayLike<number>,
  e: ArrayLike<number>,
  inertia: number,
): number {
  let sum = 0;
  for (let i = 0; i < particles; i++)
    for (let c = 0; c < 3; c++) sum += inertia * masses[4 * i] * e[4 * i + c] ** 2;
  for (let s = 0; s < springs; s++)
    for (let c = 0; c < 3; c++)
      sum += stiffness[s] * (e[4 * ends[2 * s] + c] - e[4 * ends[2 * s + 1] + c]) ** 2;
  return Math.sqrt(sum);
}
