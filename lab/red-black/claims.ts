/** What [PNF18] and [NP17] say in more than one place, in our words, and how we read it. */

export const SAME_RATE = 'GS and RBGS converge at the same rate per iteration; Jacobi is slower.';

export const AHEAD =
  'RBGS makes about half the iterations of Jacobi in the same time and still comes out ahead.';

export const JACOBI_AND_GS =
  'At small budgets Jacobi is ahead of GS, at large ones GS is slightly ahead. Plain Jacobi stays ahead at the reported counts; as the thesis prints Jacobi (a second division by the number of springs) the claim comes out, so its curves may have been drawn with that.';

export const SOR_FASTER = 'SOR with ω = 1.7 speeds RBGS up a great deal, by iterations and by time.';

export const TWO_OR_EIGHT = 'The caption says 8 ms, the text and the appendix 2 ms: both are shown.';

export const GS_UNSTABLE = 'At small budgets GS gets so few iterations that the cloth is unstable.';

export const ENLARGED_SETUP =
  '10,000 particles and 19,800 springs, five times their rest length, integration off.';

export const HANGING_SETUP =
  'Neither mass nor damping is given: here 0.01 kg a particle and 1/s. Steps are 2 ms.';

export const SOR_SPLIT =
  'With a local step before every sweep, SOR 1.7 keeps these light particles moving and the cloth does not come to rest; with one local step a step (d frozen) it does. The thesis does not say how it split its iterations.';
