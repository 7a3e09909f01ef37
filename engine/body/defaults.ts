/** Default properties of bodies. Lengths in metres, masses of the whole body in kg, stiffness in N/m. */
export const BODY_DEFAULTS = {
  /** Woven cloth: hardly stretches, shears more easily, bends easily. */
  cloth: {
    particles: [50, 50],
    size: [1, 1],
    stretch: 1,
    mass: 0.2,
    stiffness: { structural: 4000, shear: 400, bend: 20 },
    diagonals: 2,
  },
  rope: { particles: 50, length: 1, mass: 0.1, stiffness: { structural: 4000, bend: 0 } },
  /** Edges only, as in the papers: those need just two colours. */
  quadMesh: { mass: 0.2, stiffness: { structural: 4000, shear: 0 } },
  /** Soft as jelly. */
  solid: {
    particles: [10, 10, 10],
    size: [0.5, 0.5, 0.5],
    shape: 'box',
    mass: 1,
    stiffness: { structural: 1000 },
  },
  balls: { radius: 0.1, mass: 0.5 },
  magazine: { count: 12 },
  tearing: { strengthSpread: 0.2, seed: 1 },
  network: { mass: 0.2, stiffness: 1000 },
  /** As the cloth, whatever the mesh: density in kg/m², bending in N·m. */
  triangles: { density: 0.2, membrane: { warp: 4000, weft: 4000, shear: 400 }, bending: 5e-5 },
} as const;
