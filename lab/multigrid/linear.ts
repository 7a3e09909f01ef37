/** The global step by itself: the linear problem A δ = 0 from a random δ, so that δ is the error. */
import type { Backend, Body, MethodOptions } from '../../engine/index.ts';
import { buildModel, type Model } from '../../engine/model.ts';
import { joinPlans, type Program, replaceCalls } from '../../engine/program.ts';
import { memoryOf } from '../../engine/state.ts';
import { recorded } from './recorded.ts';

interface Problem {
  /** 1/h². */
  readonly inertia: number;
  /** Of the method's outer iterations. */
  readonly cycles: number;
  /** Of a coordinate of a free particle, before the first cycle. Default: random, the same every time. */
  readonly error?: () => number;
  /** Default: `pd-multigrid`, one cycle. */
  readonly method?: MethodOptions;
}

/** ‖e‖ in the energy norm √(eᵀAe), before the first cycle and after each. */
export async function errorNorms(
  backend: Backend,
  bodies: readonly Body[],
  { inertia, cycles, error: errorOf, method: options = { id: 'pd-multigrid', outer: 1 } }: Problem,
): Promise<number[]> {
  const model = buildModel(bodies);
  const { program, correction, prepare, memory } = recorded(model, options, inertia);
  const machine = await backend.open(joinPlans(memoryOf(model), memory));
  const coordinate = errorOf ?? seeded();
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
  machine.load('prepare', prepare);
  machine.load('cycle', held(program));
  machine.run('prepare');
  const norms = [energyNorm(model, masses, error, inertia)];
  for (let cycle = 0; cycle < cycles; cycle++) {
    machine.run('cycle');
    const [delta] = await machine.read(correction);
    norms.push(energyNorm(model, masses, delta, inertia));
  }
  machine.dispose();
  return norms;
}

/** By what a cycle multiplies the error in the long run. */
export const lastFactor = (norms: readonly number[]): number => norms.at(-1)! / norms.at(-2)!;

/** Marsaglia's xorshift: numbers from -1/2 to 1/2, the same everywhere. */
function seeded(): () => number {
  let state = 0x2545f491;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32 - 0.5;
  };
}

/** The program without its local step: the right-hand side holds still. */
const held = (program: Program): Program =>
  replaceCalls(program, (item) => (item.phase === 'local' ? [] : [item]));

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
