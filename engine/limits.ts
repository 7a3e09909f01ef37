/** Which numbers settings and bodies take. The engine checks with these, and so does the reader of scenes. */
import type { Bounds } from './errors.ts';

export const LIMITS = {
  timestep: { min: 1e-6, max: 1, unit: 's' },
  /** Parts of a step. */
  substeps: { min: 1, max: 1000, integer: true },
  /** Along each axis. */
  gravity: { min: -1e6, max: 1e6, unit: 'm/s²' },
  damping: { min: 0, max: 1e6, unit: '1/s' },
  /** In proportion to stiffness. */
  stiffnessDamping: { min: 0, max: 1, unit: 's' },
  /** Outer iterations of a step, and inner ones of an outer one. */
  iterations: { min: 1, max: 100_000, integer: true },
  omega: { above: 0, below: 2 },
  budget: { above: 0, max: 1000, unit: 'ms' },
  /** All bodies together: every particle is tested against every ball. */
  balls: { min: 1, max: 4096, integer: true },
  /** Particles along one side of a cloth. */
  clothSide: { min: 2, max: 4096, integer: true },
  ropeParticles: { min: 2, max: 1_000_000, integer: true },
  /** Particles along one side of a solid's lattice, and in all of it. */
  solidSide: { min: 2, max: 4096, integer: true },
  solidParticles: { min: 8, max: 4096 ** 2, integer: true },
  /** Stretch at which a spring tears, and how far it differs from spring to spring. */
  strength: { above: 1, max: 1000 },
  strengthSpread: { min: 0, max: 0.9 },
  seed: { min: 0, max: 2 ** 32 - 1, integer: true },
  /** Of a body's graph colouring: a colour is a byte, and 255 stands for none yet. */
  colours: { min: 1, max: 255, integer: true },
  /** Along one side of a heightfield's and of a distance grid's box, and corners of the latter's cells in all: 64 MiB. */
  heightfieldCells: { min: 1, max: 4096, integer: true },
  gridCells: { min: 1, max: 512, integer: true },
  gridCorners: { min: 8, max: 2 ** 24, integer: true },
  meshTriangles: { min: 4, max: 1_000_000, integer: true },
  /** Coulomb's μ, and the speed after an impact over that before it. */
  friction: { min: 0, max: 100 },
  restitution: { min: 0, max: 1 },
} as const satisfies Record<string, Bounds>;
