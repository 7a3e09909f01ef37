/** The V-cycle by itself, as the lab measures it. */
export { errorNorms, lastFactor } from '../../lab/multigrid/linear.ts';
