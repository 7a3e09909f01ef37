/** What movers have in the buffer `travel`, each a vector of every mover: row after row. */
export const ROW = {
  /** How far it goes after the solve. */
  z: 0,
  /** Along its rail, or off its plane. */
  axis: 1,
  /** Of conjugate gradients. */
  r: 2,
  d: 3,
  w: 4,
  /** How far it has gone on its rail before the solve. */
  slip: 5,
  /** With friction, what it has not followed yet of its own forces, N. */
  load: 6,
  /** What pulls at its mode and, with friction, at itself, N. */
  pull: 7,
  /** Friction, N; the fourth number is 1 where it sticks. */
  rub: 8,
} as const;

export const TRAVEL = 9;
