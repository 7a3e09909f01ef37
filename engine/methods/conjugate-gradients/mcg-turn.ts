import { defineKernel, read, write } from '../../kernel.ts';
import { OUTCOME, STATUS, TURN } from './status.ts';

/**
 * The scalars of [HAN15] Alg. 1, from sums over blocks [Σ a·b, Σ b·b]:
 *   begin     δ_0 = bᵀb, line 4
 *   measure   δ_new = rᵀP⁻¹r, line 3, and whether there is anything to do
 *   step      α = δ_new/(pᵀs), line 7; where pᵀs is not above 0 the solve ends
 *   turn      δ_old = δ_new, δ_new, β = δ_new/δ_old, lines 10 to 12; the solve ends where rᵀr ≤ tolerance² δ_0, line 5
 *   end       the residual that is left
 */
export const mcgTurn = defineKernel({
  name: 'mcgTurn',
  over: 'one',
  serial: true,
  buffers: {
    sums: read('f64', 'mcgSums'),
    status: write('f64', 'mcgStatus'),
    ended: write('u32', 'one'),
  },
  scalars: { blocks: 'u32', what: 'u32', tolerance: 'real' },
  reference: ({ sums, status, ended, blocks, what, tolerance }) => {
    let [product, squares] = [0, 0];
    for (let block = 0; block < blocks; block++) {
      product += sums[2 * block];
      squares += sums[2 * block + 1];
    }
    const isSmall = () => squares <= tolerance * tolerance * status[STATUS.squares];
    if (what === TURN.begin) {
      status.fill(0);
      status[STATUS.squares] = squares;
      ended[0] = 0;
    } else if (what === TURN.end) {
      status[STATUS.residual] = status[STATUS.squares] > 0 ? Math.sqrt(squares / status[STATUS.squares]) : 0;
    } else if (what === TURN.step) {
      const isDefinite = product > 0;
      status[STATUS.alpha] = isDefinite ? status[STATUS.product] / product : 0;
      if (!isDefinite) status[STATUS.outcome] = OUTCOME.indefinite;
    } else {
      if (what === TURN.turn) {
        status[STATUS.beta] = status[STATUS.product] > 0 ? product / status[STATUS.product] : 0;
        if (status[STATUS.outcome] === OUTCOME.spent) status[STATUS.iterations]++;
      }
      status[STATUS.product] = product;
      if (status[STATUS.outcome] === OUTCOME.spent && isSmall()) status[STATUS.outcome] = OUTCOME.converged;
      ended[0] = status[STATUS.outcome] === OUTCOME.spent ? 0 : 1;
    }
  },
});
