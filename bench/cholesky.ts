/** The global step of [LBOK13]: solve and factorisation beside Eigen's. */
import { type Model, reference, type World } from '../engine/index.ts';
import { createSceneWorld, type SceneInput } from '../scene/index.ts';
import type { Case, Contest, Context, Side } from './case.ts';
import { nativeSide } from './native.ts';
import { checkedLast, checkedWorld, lbok13Scene, openScene, stepping } from './worlds.ts';

const OUTER = 10;

/** The ratio is to the first of the modes. */
async function besideEigen(
  { native, seconds }: Context,
  modes: readonly ('solve' | 'first' | 'factor')[],
  side: number,
  ours: Side,
  rest: Omit<Contest, 'sides' | 'ratio'>,
): Promise<Contest> {
  const found = await native('cholesky');
  if ('missing' in found)
    return { ...rest, sides: [ours], notes: [...rest.notes, `no native side: ${found.missing}`] };
  const { program } = found;
  const theirs = modes.map((mode) => ({
    ...nativeSide(program, mode, side, seconds),
    name: mode === 'factor' ? 'Eigen again' : `Eigen ${mode}`,
  }));
  return { ...rest, sides: [ours, ...theirs], ratio: (us, them) => us / them };
}

export const solve = (side: number, most: number): Case => ({
  id: `solve-${side}`,
  title: `LBOK13 solve, ${side} × ${side}`,
  unit: 'ms per solve',
  ratio: 'ours / Eigen, float64',
  most,
  large: side > 100,
  open: async (context) => {
    const scene = lbok13Scene(side, OUTER);
    const stretched = lbok13Scene(side, 1, 1.1);
    const residual = residualOf(await steppedOnce(await openScene(stretched)));
    // The reference's solution has one too, as soon as its positions are numbers of float32.
    const exact = await createSceneWorld(stretched, { backend: reference() });
    const rounded = residualOf(await steppedOnce(exact));
    const { world, notes, wrong, check } = await checkedWorld(scene);
    const ours = stepping('ours', world, ({ phases }) => phases.global! / OUTER, context);
    return besideEigen(context, ['solve'], side, ours, {
      notes: [
        `residual ${residual.toExponential(1)}; of the exact solution in float32 ${rounded.toExponential(1)}`,
        ...notes,
      ],
      wrong: wrong ?? (residual < 2 * rounded ? undefined : `the residual is ${residual}`),
      check,
      dispose: () => world.dispose(),
    });
  },
});

/**
 * Ordering, analysis and factorisation: what the first step costs more than the second, in a world that had none of it, nor the
 * memory for it. So has Eigen's first; again, in memory that it has, stands beside it.
 */
export const factorisation = (side: number, most: number): Case => ({
  id: `factor-${side}`,
  title: `LBOK13 order, analyse and factorise, ${side} × ${side}`,
  unit: 'ms',
  ratio: 'ours / Eigen first, float64',
  most,
  open: async (context) => {
    const scene = lbok13Scene(side, 1);
    const { world: checked, notes, wrong } = await checkedWorld(scene);
    checked.dispose();
    let last: World | undefined;
    const ours: Side = {
      name: 'ours',
      sample: async () => {
        let [first, second] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
        for (const began = performance.now(); performance.now() - began < 1000 * context.seconds; ) {
          last?.dispose();
          const steps = await twoSteps(scene);
          first = Math.min(first, steps.first);
          second = Math.min(second, steps.second);
          last = steps.world;
        }
        return first - second;
      },
    };
    return besideEigen(context, ['first', 'factor'], side, ours, {
      notes,
      wrong,
      check: () => checkedLast(last!, scene),
      dispose: () => last?.dispose(),
    });
  },
});

/** Milliseconds of the first two steps by the scene's solver, of a world that has swept till then; the caller disposes it. */
async function twoSteps({ solver, ...scene }: SceneInput) {
  const world = await openScene({ ...scene, solver: { method: 'pd-rbgs' } });
  await stepped(world);
  const { outer } = solver as { outer: number };
  const began = performance.now();
  world.configure({ method: { id: 'pd-cholesky', outer } });
  await stepped(world);
  const first = performance.now() - began;
  const again = performance.now();
  await stepped(world);
  const second = performance.now() - again;
  return { world, first, second };
}

async function stepped(world: World): Promise<void> {
  world.step();
  await world.idle();
}

interface Stepped {
  readonly model: Model;
  readonly h: number;
  /** After the first step, rounded to float32. */
  readonly after: Float64Array;
}

async function steppedOnce(world: World): Promise<Stepped> {
  const { model, timestep: h } = world;
  world.step();
  const { positions } = await world.read({ positions: new Float32Array(3 * model.particles) });
  world.dispose();
  return { model, h, after: Float64Array.from(positions) };
}

/**
 * |A δ − b| / |b| of the first global step: A = M/h² + Lap, b = Σ k (d − (y_i − y_j)), δ = x − y, in float64 from the positions
 * before and after it. Particles held are left out. The cloth has to be stretched, or b is hardly more than rounding.
 */
function residualOf({ model, h, after }: Stepped): number {
  const { ends, idOf, stiffness, restLengths, masses, positions, pins, particles } = model;
  const held = new Set(pins);
  const y = Float64Array.from(positions, (value, k) =>
    k % 3 === 1 && !held.has((k - 1) / 3) ? value - h * h * 9.81 : value,
  );
  const delta = after.map((value, k) => value - y[k]);
  const b = new Float64Array(3 * particles);
  const left = delta.map((value, k) => (masses[Math.floor(k / 3)] / (h * h)) * value);
  for (let s = 0; s < restLengths.length; s++) {
    const [i, j] = [3 * idOf[ends[2 * s]], 3 * idOf[ends[2 * s + 1]]];
    const e = [0, 1, 2].map((c) => y[i + c] - y[j + c]);
    const factor = stiffness[s] * (restLengths[s] / Math.hypot(...e) - 1);
    for (let c = 0; c < 3; c++) {
      const pull = stiffness[s] * (delta[i + c] - delta[j + c]);
      b[i + c] += factor * e[c];
      b[j + c] -= factor * e[c];
      left[i + c] += pull;
      left[j + c] -= pull;
    }
  }
  let [error, size] = [0, 0];
  for (let k = 0; k < b.length; k++) {
    if (held.has(Math.floor(k / 3))) continue;
    error += (left[k] - b[k]) ** 2;
    size += b[k] ** 2;
  }
  return Math.sqrt(error / size);
}
