/**
 * How far float32 may be from float64, kernel by kernel. Inputs are equal (rounded to float32 first) and of size about 1,
 * so an error is counted in u = 2⁻²⁴, the unit roundoff, times the size of the largest number met on the way.
 *
 * The rule used below: a sum of n terms, each the product of at most p rounded factors, each factor at most M, is off by
 * at most (n + p) u Σ|terms|  [Higham, Accuracy and Stability, Sec. 3.1]. WGSL lets sqrt and division be off by 2.5 ulp
 * and more (sqrt is inherited from inverseSqrt, 2 ulp, and a division, 2.5 ulp), which is 5 u and 5 u instead of 1 u.
 */
export const U = 2 ** -24;

/** The same of float64. */
const U64 = 2 ** -53;

/** Room for the GPU's 5 u where IEEE arithmetic has 1 u. */
const GPU = 5;

/**
 * Absolute tolerance per kernel, for numbers below 1.1 (see sample.ts), rows of 8 and blocks of 256.
 */
export const TOLERANCE: Readonly<Record<string, number>> = {
  // 1 - min(1, h c), times v, plus h (g + f w): sums of 4 terms below 1.1³, 3 factors deep; x adds one more.
  predict: (4 + 3 + 1) * U * 4 * 1.1 ** 3,
  // x + δ and v + rate δ: 2 terms below 1.21.
  finish: (2 + 1) * U * 2.5,
  // x + δ and v + rate δ, as `finish`.
  placeAhead: (2 + 1) * U * 2.5,
  // Rows of 8, s (|e| − L) e/|e|: terms below 1.1 · (2 + 1.1), with a root and a division.
  springPulls: (8 + 2 * GPU + 6) * U * 8 * 3.5,
  // Blocks of 256 one by one, of products of four numbers below 1.1 in three directions; relative to the sum.
  workSums: (256 + 3 + 8 + GPU) * U * 4,
  // The same of differences of lengths below 2, each off by 5 u of a length; relative to the sum.
  dashpotSums: (256 + 4 * (2 * GPU + 8)) * U,
  // Sixteen holds, of some ten roundings; h is a half at least.
  handSums: (16 + 20 + 2 * GPU) * U * 4,
  // Up to 20 sums of up to 7 numbers below 1.1.
  collectSums: (7 + 4) * U * 8,
  // Four differences of numbers below 1.1.
  bookEnergy: (4 + 4) * U * 5,
  // Sums of 13 numbers of about 1; a root of a number that is not small, and a division.
  judgeGain: (16 + 4 * GPU) * U * 16,
  // Two products below 1.21.
  slowDown: 4 * U * 1.21,
  // As `weigh`, without the last product.
  scaleRows: (9 + GPU) * U * 10,
  // rhs + scale Σ: up to 40 contributions below 1.
  gather: (40 + 2) * U * 40,
  // F is off by 6 u; where a crumpled triangle is a hundredth as wide as long, e₂ is off by that over 0.01. Two terms of size 1, roots
  // and divisions.
  membranePull: (6 / 0.01 + 2 * (2 * GPU + 6)) * U * 2,
  // v is a sum of three terms below 10; p = n₀ v/‖v‖, ‖v‖ above a hundredth of that. c up to 3.
  bendingPull: (8 / 0.01 + 2 * GPU + 6) * U * 3,
  // As the pull: n and R are off by as much, times p; a triangle is stretched by some 3 at most.
  membraneProduct: (6 / 0.01 + 2 * (2 * GPU + 20)) * U * 4,
  bendingProduct: (8 / 0.01 + 2 * GPU + 6) * U * 4,
  // Blocks of 256 one by one, of squares of numbers with some 20 roundings; relative to the sum.
  membraneSums: (256 + 2 * 20 + 4 * GPU) * U,
  bendingSums: (256 + 2 * 20 + 2 * GPU) * U,
  // The same in float64, of the same numbers: some 40 roundings, and a direction that may be a hundred times as rounded.
  membraneEnergies: 40 * 100 * U64,
  membraneTangents: 40 * 100 * U64,
  membraneRises: 40 * 100 * U64,
  bendingEnergies: 40 * 100 * U64,
  bendingTangents: 40 * 100 * U64,
  bendingRises: 40 * 100 * U64,
  // a = inertia m + Σ 8 k: relative error (9 + 1) u, all terms being positive; a holds k, so the weight is at most ω < 1.
  weigh: (9 + GPU + 1) * U,
  // 8 terms w (d - y), w ≤ 1.1. |d| = L ≤ 1.1, with a root and a division (2 GPU + 3); its direction is off by the error of
  // e, 4 u, over |e|. Ends are random points of a cube: over a row Σ 1/|e| came to 25 at most in the samples.
  local: 1.1 * (1.1 * (4 * 25 + 8 * (2 * GPU + 3)) + 8) * U,
  // keep δ + rhs + 8 terms w δ, all below 1.21.
  relax: (10 + 2) * U * 10 * 1.21,
  // Six sweeps, each as `relax` over weights that add up to less than 1: errors add up. δ and rhs are below ½.
  sweepTiles: 6 * (20 + 2) * U * 2,
  sweepWhole: 2 * (20 + 2) * U * 2,
  // As `predict` and `finish`.
  blockPredict: (4 + 3 + 1) * U * 4 * 1.1 ** 3,
  blockTake: (4 + 3 + 1) * U * 4 * 1.1 ** 3,
  blockFinish: (2 + 1) * U * 2.5,
  // Once more, from what they left: numbers below 5.
  blockAdvance: (4 + 3 + 1) * U * 4 * 1.1 ** 2 * 5,
  blockGive: (2 + 1) * U * 2.5 * 5,
  // Copies.
  blockEnter: U,
  blockLeave: U,
  blockShow: U,
  blockBring: U,
  blockWeigh: U,
  blockRests: U,
  // As `local`, rows of 4, weights below ½; a near-coincident pair of ends may be 0.05 apart, 4 u / 0.05 off in direction.
  blockLocal: 0.5 * (1.1 * (4 / 0.05 + 4 * (4 * 2 + 2 + 3)) + 4) * U,
  // keep δ + rhs + 4 terms w δ, all below 1.21; the weights of a row add up to ω = 1.5 at most. Two sweeps, each from the results of
  // the last: what is off grows by ½ + 1.5 a half-sweep at most, of which there are four.
  blockSweeps: (6 + 2) * U * (2 + 1.5) * 1.21 * (1 + 2 + 4 + 8),
  // Copied; a quotient of a product.
  blockStencil: U,
  blockDown: 4 * U,
  blockAlike: U,
  blockUp: U,
  // As blockLocal, and what inertia keeps of δ: 1 less four weights.
  blockImbalance: 0.5 * (1.1 * (4 / 0.05 + 4 * (4 * 2 + 2 + 3)) + 4) * U + (5 + 2) * U * 1.1,
  // From above, and up to eight half-sweeps, each with a sum of at most 3.3 and weights that don't enlarge what is off; an addition.
  blockSettle: (1 + 8) * (6 + 2) * U * (2 + 1) * 1.21 + 2 * U * 3.3,
  // Nine shares of at most 1 times numbers of at most 1.1; relative to the largest of their sums, which is about 1.
  blockRestrict: (9 + 2) * U * 9 * 1.1,
  blockProlong: (2 + 2) * U * 2 * 1.1,
  // Eight weights, whose sum is below 1, and a right-hand side.
  blockSmooth: (9 + 2) * U * 2 * 1.1,
  // A diagonal times a residual: at most 64.
  blockToRows: 64 * U,
  blockFromRows: U,
  blockResiduals: U,
  // w (δ̂ - p) + p: 3 terms below 1.21.
  accelerate: (3 + 2) * U * 1.21,
  // A copy.
  restart: U,
  // (L + r |e|)/(1 + r), |e| below 2: a root, a division and a mean of two. s (1 + r).
  dampen: (2 * GPU + 4) * U * 2.2,
  // A right-hand side and 11 terms.
  relaxJacobi: (12 + 2) * U * 12 * 1.21,
  // The same row after row, each from the rows before: (10 + 1) u a row, relative, all terms being positive, times the
  // longest chain of rows that use each other's result, under 20 in the samples. Relative to the largest output.
  relaxSequential: (10 + 1) * U * 20,
  // Mean of 8 terms share (d - e), |d| ≤ 1.1, share ≤ 1: the direction of one near-coincident spring in 8 may be off by
  // 4 u / 0.07, the others as in `local`; e itself by 4 u.
  project: (1.1 * (4 / 0.07 / 8 + 4 * 2 + 2 * GPU + 3) + 4 + GPU + 8 + 20) * U,
  // A count of at most 8 times an inverse mass.
  xpbdShare: 2 * U * 8 * 1.1,
  // (C + α̃ λ)/(Σ shares + α̃): α̃ below 1.1/0.1, shares of 0 leave Δλ = C/α̃ + λ; |d|/L = 1, whose direction is off as in `local`.
  // Relative to the largest number put out, which is about 2: e is off by 4 u, C by (2 GPU + 4) u, the quotient by GPU u.
  xpbdMultiplier: (4 * 25 + 2 * GPU + 4 + 4 * GPU + 8) * U * 2,
  // δ and w times 8 pushes below 1.1.
  xpbdMove: (8 + 3) * U * (1 + 8 * 1.1) * 1.1,
  // A mass over a count of at most 8: a quotient.
  smoothingShare: (1 + GPU) * U * 1.1,
  // v and 8 terms of a share times a difference, both below 1.1; times α w.
  smoothVelocity: (8 + 5) * U * (1.1 + 8 * 1.1 ** 4),
  // A copy.
  takeVelocity: U,
  // Blocks of 256 summed one by one: 256 u times the sum; per spring (|e| - L)² below 9, strain |e|/L - 1 below 30.
  springSums: (256 + 3 * GPU) * U,
  particleSums: (256 + 8) * U,
  // 3 blocks.
  fold: (3 + 1) * U,
  // 8 cross products of differences, normalised: as long as the sum does not nearly cancel, a few u; random fans cancel
  // to about a tenth.
  normals: 10 * (8 + 6 + 2 * GPU) * U,
  // Float64 of float32 numbers, rows of up to 19 springs.
  assemble: (19 + 1) * U64,
  // Float64 in another order of summation. L is that of a matrix off by (n + 1) u, n the nonzeros of a row of L, under 90
  // in the samples; that changes L by κ/2 times as much [Higham Th. 10.3, 10.8], κ under 1e5 without inertia: two of them.
  factorise: (90 + 1) * U64 * 1e5,
  // One rounding.
  narrow: U,
  // x is that of a matrix off by 3 n u [Higham Th. 10.4], hence off by κ < 5 times as much; two of them in float64.
  substitute: 3 * 90 * U * 5,
  substituteOne: 2 * 3 * 90 * U64 * 5,
  // ∇g: inertia, rhs and up to 19 springs, all of one size. Each of three pairs then takes q through I − y sᵀ/yᵀs, whose norm
  // is at most κ < 5, and rounds it twice; sums are float64. `refine` does the latter.
  remember: (21 + 1 + 2 * 3) * U * 5 ** 3,
  refine: 2 * 3 * U * 5 ** 3,
  // δ − t r rounds twice. g is a sum of squares of such numbers: twice as much, and lengths are at most 4 times a stretch.
  search: 2 * 2 * 4 * U,
  // Multigrid's, relative to the largest number put out. m/h² and up to 19 springs, all positive.
  diagonals: (20 + 1) * U,
  // Whole numbers.
  attach: U,
  adopt: U,
  outdate: U,
  // 18 children with 13 entries each that go to 4 parents: 18 · 13 terms a number at most. They cancel: with the inertia of a few
  // springs, Σ|terms| is under 5 times a diagonal. Then one division.
  coarsen: (18 * 13 + 4 + GPU) * U * 5,
  // A copy.
  densify: U,
  // value − (a / d) b, a product and a division; the terms are under twice the largest number.
  pivot: (3 + GPU) * U * 2,
  // rhs − δ and up to 19 terms w δ, Σw ≤ 1, all of size 1; times a diagonal. Σ|terms| is under 3, the largest sum above 1.
  residuals: (21 + 2) * U * 3,
  // 18 terms whose shares add up to 6 at most, of size 1, and a division by diagonals that differ by a factor of 4.
  restriction: (18 + 1 + GPU) * U * 6 * 4,
  // δ and 4 terms whose shares add up to 1: Σ|terms| ≤ 2, the largest sum is above 1.
  prolongation: (5 + 1) * U * 2,
  // Ways of up to 2 m in frames that are turned (10 operations each way), roots and divisions in the distance. Where the walk
  // towards a shape ends a step earlier or later, the tangent plane is another by 1 % of a radius (0.1) over a curvature
  // (0.5), times the depth.
  collide: (4 * 10 + 4 * GPU) * U * 30 + 0.01 * 0.1 * 2,
  // x − h v and δ + h v, of size 1.
  foresee: 3 * U,
  motionRange: 3 * U,
  cellSize: 3 * U * 2,
  // Whole numbers.
  bin: U,
  sumBins: U,
  startBins: U,
  enter: U,
  scatter: U,
  countNear: U,
  listNear: U,
  countContacts: U,
  // Places of size 1 are off by 3 u, and a normal that is their difference over a radius of 0.04 by as much over that; where
  // ways only graze each other, the root in the time of the first touch is ten times as sensitive.
  listContacts: 10 * (3 / 0.04 + 3 * GPU) * U,
  // δ + h v; an inverse mass times some 30 contacts.
  setOut: 12 * U,
  // Ways and impulses of size 0.2 over masses of 1, of some 30 contacts, their differences over a yielding of 1 at least.
  push: 30 * 2 * (4 + 3 * GPU) * U,
  // Whole numbers.
  countAtBalls: U,
  listAtBalls: U,
  arrive: 2 * U,
  // A ball's contacts, some 30.
  react: 30 * 4 * U,
  // n·(w − w') − s and n·δ: 7 terms of size 0.3.
  limit: (7 + 2) * U * 2,
  spread: U,
  // As `local`: here places are in a cube of 0.6 m, so that over a row Σ 1/|e| comes to twice as much.
  localReached: 1.1 * (1.1 * (4 * 50 + 8 * (2 * GPU + 3)) + 8) * U,
  // As `relax`, over weights that add up to a third at least, then some 30 contacts twice, each with a product n·δ and a sum; planes
  // that meet at small angles pass errors on.
  settle: ((10 + 2) * 10 + 2 * 30 * 6) * U,
  // Into frames and out of them (10 operations each) with places of size 4, the nearest place of a rail (a division); v is 1/h = 4
  // times what x is off by.
  lead: (2 * 10 + 10 + GPU) * U * 4 * 4,
  // As `imbalance`, without what is relative: inertia and 8 springs k (e − d), |e| and L under 2.2.
  pull: 8 * 1.1 * (2 * GPU + 8) * U * 2.2 * 4,
  // Blocks of 256 one by one, relative to the sum.
  pullSums: (256 + 3) * U,
  // Sums over 24 movers, five a step of conjugate gradients, four steps, κ < 2, of which each solve begins with what is left; then places as in
  // `lead`. Relative to places of size 1.
  slide: (4 * 5 * 24 * 2 + 2 * 10 + 10 + GPU) * U * 4,
  // 24 products of size 1.21.
  carry: (24 + 2) * U * 24 * 1.21,
  // v + touch.
  bounce: U * 2.2,
  // A stiffness becomes 0 or stays; whole numbers.
  tear: U,
  noteTears: U,
  cut: U,
  slice: U,
  holes: U,
  rims: U,
  patches: U,
  // Numbers of springs, masks of quads.
  worstSpring: U,
  openSeams: U,
  sideQuads: U,
  flankQuads: U,
  partQuads: U,
  // Halves of a stiffness, and two of them.
  sewSprings: 2 * U,
  // A mass of 0.5 to 1.5 times a share, its rest, and their inverses, at most 8.
  partParticles: (4 + GPU) * U * 8,
  unpin: (1 + GPU) * U * 2,
  // Places of size 2, a root over R > 0.1 and, where the ball is entered, another of R² − b²: in the samples at least a tenth of R².
  aim: (2 * GPU + 8) * U * 2 * (10 + 10),
  // Copies.
  hit: U,
  // Six terms below 1.1³, masses above 0.1 and so their inverse below 10.
  hold: (6 + GPU) * U * 6 * 1.1 ** 3 * 10,
  // Shares of w, |w| below 2, along a sum of 8 cross products that may cancel to a tenth, as in `normals`; twice.
  blow: 2 * 2 * 10 * (8 + 6 + 3 * GPU) * U,
  // Inertia and up to 19 springs k (e − d): e is off by 2 u, d by its root and division, of |e| and L that are under 10 times the
  // largest sum.
  imbalance: (20 + 2 * GPU + 4) * U * 10,
  // Blocks of 256 one by one, on the GPU in float32.
  imbalanceSums: (256 + 3) * U,
  conjugacySums: (256 + 3) * U,
  // k (|q|² − L/|e| (|q|² − (n·q)²)): 20 roundings, of terms some 10 times the sum.
  curvatureSums: (256 + 20 + 4 * GPU) * U * 10,
  remainderSums: (256 + 20 + 6 * GPU) * U * 10,
  // A few blocks, and a few operations on their sums; relative to the largest of the scalars.
  judge: (8 + 2 * GPU) * U,
  conjugate: (8 + 2 * GPU) * U,
  reach: (8 + 2 * GPU) * U,
  choose: (8 + 2 * GPU) * U,
  // A division.
  precondition: GPU * U,
  // A product and a sum.
  turn: 3 * U,
  advance: 3 * U,
  // Newton's kernels: float64 of the same numbers, so that e is the same to the bit and directions are off by 4 u.
  // A sum over 232 particles and 735 springs, one by one, of terms with 5 roundings each.
  newtonStart: (232 + 735 + 5) * U64,
  // Rows of up to 19 springs and the inertia, forces with 4 + 3 roundings; then norms, which add up 3 · 232 squares.
  newtonGradient: (20 + 7) * U64,
  newtonMeasure: 3 * 232 * U64,
  // Up to 8 triangles and 24 hinges at a particle.
  addPulls: 40 * U64,
  addBlocks: 100 * U64,
  assembleCouples: 100 * U64,
  // k (c (1 − n²) + n²): 4 u in each n and 4 operations; blocks add up to 19 of them.
  springTensors: (2 * 4 + 4 + 20) * U64,
  assembleHessian: (19 + 1) * U64,
  // As `factorise`, with 3 · 90 nonzeros in a row and κ under 1e4 (masses over 64, stiffness under 1).
  factoriseHessian: (3 * 90 + 1) * U64 * 1e4,
  solveDirect: 2 * 3 * 3 * 90 * U64 * 1e2,
  // To a tenth of the gradient takes under 10 iterations; each magnifies what is off by less than κ < 100 of its matrix.
  solveConjugate: 10 * 3 * 232 * U64 * 1e2,
  // A sum over all springs of terms with some 20 roundings, and one step.
  descend: (735 + 3 * 232 + 20) * U64,
  // Conjugate gradients in float64: rows of up to 19 springs, 8 triangles and 24 hinges with some 40 roundings each, sums over blocks of
  // 256; filters and 3×3 systems of condition under 100.
  mcgBegin: 10 * U64,
  springTangents: 20 * U64,
  mcgRight: 60 * U64,
  coupleProduct: 32 * 40 * U64,
  mcgProduct: 60 * U64,
  mcgStart: 100 * 20 * U64,
  mcgSums: 3 * 256 * U64,
  mcgTurn: 20 * U64,
  mcgAdvance: 100 * 20 * U64,
  mcgDirection: 10 * U64,
  // One rounding.
  newtonFinish: U,
};

/** Kernels whose tolerance is relative to the largest number they put out. */
export const RELATIVE: ReadonlySet<string> = new Set([
  'relaxSequential',
  'pullSums',
  'slide',
  'springSums',
  'workSums',
  'dashpotSums',
  'handSums',
  'membraneSums',
  'bendingSums',
  ...['membraneEnergies', 'membraneTangents', 'membraneRises'],
  ...['bendingEnergies', 'bendingTangents', 'bendingRises'],
  'particleSums',
  'fold',
  'factorise',
  'narrow',
  'substitute',
  'substituteOne',
  'remember',
  'refine',
  'search',
  'diagonals',
  'coarsen',
  'densify',
  'pivot',
  'residuals',
  'restriction',
  'prolongation',
  'imbalance',
  'imbalanceSums',
  'conjugacySums',
  'curvatureSums',
  'remainderSums',
  'judge',
  'conjugate',
  'reach',
  'choose',
  'precondition',
  'turn',
  'advance',
  ...['mcgBegin', 'springTangents', 'mcgRight', 'coupleProduct', 'mcgProduct', 'mcgStart'],
  ...['mcgSums', 'mcgTurn', 'mcgAdvance', 'mcgDirection'],
  'newtonStart',
  'newtonGradient',
  ...['newtonMeasure', 'addPulls', 'addBlocks', 'assembleCouples'],
  'springTensors',
  'assembleHessian',
  'factoriseHessian',
  'solveDirect',
  'solveConjugate',
  'descend',
]);
