/** The rows of the buffer `travel`: each has one vector per mover. */
export const ROW = {
  /** Displacement after the solve. */
  z: 0,
  /** Direction of the rail, or normal of the plane. */
  axis: 1,
  /** Conjugate gradients: residual, search direction, work vector. */
  r: 2,
  d: 3,
  w: 4,
  /** Slip along the rail before the solve. */
  slip: 5,
  /** With friction, the force that `lead` left out, N. */
  load: 6,
  /** Generalised force of its mode, plus `load` where there is friction, N. */
  pull: 7,
  /** Friction, N; the fourth number is 1 where it sticks. */
  rub: 8,
} as const;

export const TRAVEL = 9;
