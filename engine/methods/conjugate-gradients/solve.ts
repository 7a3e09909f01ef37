/** [HAN15] Alg. 1 as a program: which kernels in which order, on which buffers. */
import { elementsOf, recordTangents } from '../../forces/exact.ts';
import { springTangents } from '../../forces/springs/spring-tangents.ts';
import { blocksIn } from '../../kernel.ts';
import { call, type Program, repeatUntil } from '../../program.ts';
import type { Setting } from '../method.ts';
import { newtonFinish } from '../newton/newton-finish.ts';
import { coupleProduct } from './couple-product.ts';
import { mcgAdvance } from './mcg-advance.ts';
import { mcgBegin } from './mcg-begin.ts';
import { mcgDirection } from './mcg-direction.ts';
import { mcgProduct } from './mcg-product.ts';
import { mcgRight } from './mcg-right.ts';
import { mcgStart } from './mcg-start.ts';
import { mcgSums } from './mcg-sums.ts';
import { mcgTurn } from './mcg-turn.ts';
import { FREE, incidentsOf, OWN } from './memory.ts';
import { TURN } from './status.ts';

export interface GradientOptions {
  /** Iterations at most. */
  readonly iterations: number;
  /** |r| ≤ tolerance |b| ends the solve. */
  readonly tolerance: number;
  readonly compression: 'projected' | 'plain';
  readonly preconditioner: 'none' | 'block';
}

export function mcgProgram(setting: Setting, options: GradientOptions): Program {
  const { model, h, inertia, springs, masses, stiffening, projection = FREE } = setting;
  const { particles } = model;
  const bind = { ...OWN, ...projection, springs, masses };
  const range = [0, particles] as const;
  const positive = options.compression === 'projected' ? 1 : 0;
  const preconditioned = options.preconditioner === 'block' ? 1 : 0;
  const rows = { entries: model.neighbours.length, springs: model.springs, inertia };
  const blocks = blocksIn(particles);

  /** S A p of what is in this buffer, into `product`. */
  const product = (direction: string): Program => [
    call(mcgProduct, { phase: 'global', range, bind: { ...bind, direction }, scalars: rows }),
    ...couples({ direction, product: OWN.product }, 0),
  ];
  const couples = (vectors: { direction: string; product: string }, pulls: 0 | 1): Program =>
    elementsOf(model).sets.map(({ elements: { force }, at: { corner, couple } }) =>
      call(coupleProduct, {
        phase: pulls ? 'local' : 'global',
        range,
        bind: { ...bind, ...incidentsOf(force.id), ...vectors },
        scalars: { size: force.corners, corner, couple, pulls, scale: stiffening },
      }),
    );
  const sums = (a: string, b: string, what: number): Program => [
    call(mcgSums, {
      phase: 'global',
      range: [0, blocks],
      bind: { a, b, sums: OWN.sums },
      scalars: { particles },
    }),
    call(mcgTurn, {
      phase: 'global',
      range: [0, 1],
      bind,
      scalars: { blocks, what, tolerance: options.tolerance },
    }),
  ];
  const start = call(mcgStart, { phase: 'global', range, bind, scalars: { preconditioned } });
  const { solution, right, residue, conditioned, direction } = OWN;
  return [
    call(mcgBegin, { phase: 'local', range, bind, scalars: { h: inertia === 0 ? 0 : h } }),
    call(springTangents, { phase: 'local', range: [0, model.springs], bind, scalars: { positive } }),
    ...recordTangents(model, { correction: OWN.correction }, { positive, rounding: 0 }),
    call(mcgRight, { phase: 'local', range, bind, scalars: rows }),
    ...couples({ direction: OWN.correction, product: right }, 1),
    ...sums(right, right, TURN.begin),
    ...product(solution),
    start,
    ...sums(conditioned, residue, TURN.measure),
    repeatUntil(
      OWN.ended,
      options.iterations,
      ...product(direction),
      ...sums(direction, OWN.product, TURN.step),
      call(mcgAdvance, { phase: 'global', range, bind, scalars: { preconditioned } }),
      ...sums(conditioned, residue, TURN.turn),
      call(mcgDirection, { phase: 'global', range, bind }),
    ),
    // The residual that is left, and not the one that the recurrence has.
    ...product(solution),
    start,
    ...sums(conditioned, residue, TURN.end),
    call(newtonFinish, {
      phase: 'global',
      range,
      bind: { correction: solution },
    }),
  ];
}
