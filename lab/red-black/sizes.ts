/** How large the experiments are: the papers' sizes, and sizes for a test. */

/** Iterations per step where the papers compare by iterations ([PNF18] Fig. 3 and 4). */
export const PER_STEP = 11;

export interface EnlargedSize {
  readonly side: number;
  readonly steps: number;
  readonly every: number;
  /** The iterations between which a solver's rate is read: after the transients, before the cloth is near rest. */
  readonly windows: Readonly<Record<string, readonly [number, number]>>;
  /** Budget runs: milliseconds in all, and the share of the papers' budget, which is that of the particles. */
  readonly solverMs: number;
  readonly budgetScale: number;
}

/*
 * With r the rate of GS (0.001 per iteration at 100×100, 0.0116 at 30×30) the windows are r·n = 1 to 2 for GS and RBGS,
 * twice as late for Jacobi, about five times as soon for SOR. test/verification/enlarged-cloth.test.ts has the theory.
 */
export const ENLARGED: Readonly<Record<'full' | 'quick', EnlargedSize>> = {
  full: {
    side: 100,
    steps: 1545, // [NP17] Fig. 6.3 ends at 17,000 iterations
    every: 5,
    windows: {
      rbgs: [1000, 2000],
      gs: [1000, 2000],
      jacobi: [2000, 4000],
      sor: [200, 400],
      literal: [8000, 16000],
    },
    solverMs: 1100,
    budgetScale: 1,
  },
  quick: {
    side: 30,
    steps: 130,
    every: 1,
    windows: { rbgs: [88, 176], gs: [88, 176], jacobi: [176, 352], sor: [22, 44], literal: [700, 1400] },
    solverMs: 9,
    budgetScale: 0.09,
  },
};

export interface HangingSize {
  readonly side: number;
  /** Over iterations: steps in all, and between samples. */
  readonly steps: number;
  readonly every: number;
  /** With the counts of a budget: the fall and the first swing. */
  readonly swing: number;
  readonly swingEvery: number;
  /** While the cloth falls, before anything is chaotic: where errors are compared. */
  readonly falling: number;
  /** Steps after which a picture is taken. */
  readonly stills: readonly number[];
  readonly budgetScale: number;
}

export const HANGING: Readonly<Record<'full' | 'quick', HangingSize>> = {
  full: {
    side: 100,
    steps: 5454, // [NP17] Fig. 6.6 shows 60,000 iterations
    every: 9,
    swing: 600,
    swingEvery: 5,
    falling: 180,
    stills: [100, 200, 300, 500],
    budgetScale: 1,
  },
  quick: {
    side: 30,
    steps: 1800,
    every: 9,
    swing: 250,
    swingEvery: 5,
    falling: 90,
    stills: [50, 100, 150, 250],
    budgetScale: 0.09,
  },
};
