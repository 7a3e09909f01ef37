/** The rule: which solver for which bodies and time step. README.md has the measurements behind its numbers. */
import type { Choice, Setting } from '../method.ts';
import { multigrid } from '../multigrid/index.ts';
import { redBlack } from '../projective/index.ts';
import { type Extent, extentsOf } from './extent.ts';

/** Cells that sweeps bring a correction. */
const NEAR = 4;

/**
 * A body that corrections cross within a step is rigid in it: it turns only from one local step to the next, and the less
 * the more exactly the system between them is solved. Beyond this part of the way across it needs twice the cycles to move as it does
 * with sweeps, which leave something undone;
 */
const STIFF = 1 / 2;
/** and beyond this part so many that sweeps move it better. */
const RIGID = 3 / 4;

/** Sweeps to a local step: with it they cost a little more than a cycle. */
const SWEEPS = 10;

/** With more, ten sweeps may not come to rest (`advice` in projective/index.ts). */
const MOST_OMEGA = 1.9;
/** With more, what contact pushes away gains energy. */
const MOST_OMEGA_IN_CONTACT = 1.7;

/**
 * In a part of a step, where there is contact: what it moved turns springs so much that one local step gains energy, however well
 * the system after it is solved. Four with few sweeps each don't (`engine/contact/particles/README.md`), nor two cycles.
 */
const IN_PARTS = { outer: 4, inner: 3, omega: 1.3, cycles: 2, cells: 5 };

/** Bodies that are rigid in a step, where there is contact: what over-relaxation adds to what contact moved grows from step to step. */
const RIGID_IN_CONTACT = { outer: 4, omega: 1 };

interface Reach extends Extent {
  /** √(k h²/m): how far a correction travels in a step, in cells. Infinite without inertia. */
  readonly cells: number;
}

type Chosen = Pick<Setting, 'model' | 'inertia' | 'stiffening' | 'contact' | 'parts' | 'outerIsOfPart'> & {
  readonly values: { readonly outer: number };
};

export function choose({ model, inertia, stiffening, contact, ...chosen }: Chosen): Choice {
  const { parts = 1, outerIsOfPart = false, values } = chosen;
  // The parts of a step share its local steps: all of them turn what turns in it.
  const outer = outerIsOfPart ? values.outer : Math.ceil(values.outer / parts);
  const reaches = extentsOf(model).map(
    (extent): Reach => ({ ...extent, cells: extent.rate * Math.sqrt(stiffening / inertia) }),
  );
  const needy = reaches.filter(needsCycles);
  const far = farthest(needy.length > 0 ? needy : reaches);
  if (!far) return { method: redBlack, values: sweepsFor(0, outer, contact), why: 'no spring resists' };
  const why = (model.bodies.length > 1 ? `${far.body.name}: ` : '') + reasonOf(far);
  const inParts = contact && parts > 1;
  const cycles = Math.max(needy.some(isStiff) ? 2 * outer : outer, inParts ? IN_PARTS.cycles : 1);
  if (needy.length > 0) return { method: multigrid, values: { outer: cycles, accuracy: 0, rho: 0 }, why };
  const inFew = inParts && far.cells <= IN_PARTS.cells ? sweepsInPart : sweepsFor;
  const sweeps = contact && isRigid(far) && inFew === sweepsFor ? sweepsOfRigid : inFew;
  return { method: redBlack, values: sweeps(far.cells, outer, contact), why };
}

const farthest = (reaches: readonly Reach[]): Reach | undefined =>
  reaches.reduce<Reach | undefined>(
    (most, reach) => (most && most.cells >= reach.cells ? most : reach),
    undefined,
  );

/** Without inertia nothing has to turn in time. */
const crosses = ({ cells, across }: Reach, part: number): boolean =>
  Number.isFinite(cells) && cells > part * across;
const isStiff = (reach: Reach): boolean => crosses(reach, STIFF);
const isRigid = (reach: Reach): boolean => crosses(reach, RIGID);

const needsCycles = (reach: Reach): boolean => reach.cells > NEAR && !isRigid(reach);

function reasonOf(reach: Reach): string {
  const { cells, across } = reach;
  const far = Number.isFinite(cells)
    ? `a correction travels ${Number(cells.toPrecision(3))} cells a step (√(k h²/m))`
    : 'without inertia a correction travels through the whole body';
  if (cells <= NEAR) return `${far}, no more than the ${NEAR} that sweeps reach`;
  if (isRigid(reach))
    return `${far}, more than three quarters of the ${across} across: nearly rigid, shorter steps would serve it better`;
  if (isStiff(reach))
    return `${far}, more than half of the ${across} across: twice the cycles, so that it can turn; shorter steps would need fewer`;
  return `${far}, more than the ${NEAR} that sweeps reach`;
}

const sweepsFor = (cells: number, outer: number, contact: boolean) => ({
  outer,
  inner: SWEEPS,
  omega: Math.min(overRelaxation(cells), contact ? MOST_OMEGA_IN_CONTACT : MOST_OMEGA),
  rho: 0,
});

const sweepsOfRigid = (_: number, outer: number) => ({
  outer: Math.max(outer, RIGID_IN_CONTACT.outer),
  inner: SWEEPS,
  omega: RIGID_IN_CONTACT.omega,
  rho: 0,
});

const sweepsInPart = (cells: number, outer: number) => ({
  outer: Math.max(outer, IN_PARTS.outer),
  inner: IN_PARTS.inner,
  omega: Math.min(overRelaxation(cells), IN_PARTS.omega),
  rho: 0,
});

/**
 * The best ω for red-black sweeps, [Young71] Ch. 6: 2/(1 + √(1 − ρ²)), where ρ is the spectral radius of Jacobi's iteration on a grid
 * of springs, 4k/(m/h² + 4k). To two digits, so that people can repeat it.
 */
function overRelaxation(cells: number): number {
  const rho = 1 / (1 + 1 / (4 * cells ** 2));
  const best = 2 / (1 + Math.sqrt(1 - rho ** 2));
  return Number(best.toFixed(2));
}
