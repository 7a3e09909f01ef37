/** Exact equilibria (lab/equilibrium.ts): against closed forms, and against the balance of forces. */
import { cloth, rope } from 'selvedge';
import { expect, it } from 'vitest';
import { equilibrium } from '../../lab/equilibrium.ts';

const g = 9.81;

/* Every spring of a hanging chain is stretched by the weight below it over k: Σ (m g i / k)² = (m g / k)² (n−1) n (2n−1) / 6. */
it('a hanging chain, let go horizontally', async () => {
  const [n, m, k, spacing] = [8, 0.1, 100, 0.25];
  const chain = rope({ particles: n, length: (n - 1) * spacing, mass: n * m, stiffness: k, pins: ['start'] });
  const { positions, error, imbalance } = await equilibrium([chain], { tolerance: 1e-11 });
  expect(imbalance).toBeLessThan(1e-11);
  for (let i = 0; i + 1 < n; i++) {
    const apart = [0, 1, 2].map((c) => positions[3 * i + c] - positions[3 * i + 3 + c]);
    expect(Math.hypot(apart[0], apart[2])).toBeLessThan(1e-9);
    expect(apart[1] - spacing).toBeCloseTo((m * g * (n - 1 - i)) / k, 10);
  }
  expect(error).toBeCloseTo((((m * g) / k) ** 2 * (n - 1) * n * (2 * n - 1)) / 6, 10);
});

/* [PNF18]'s hanging cloth, smaller: 0.01 kg a particle, 0.01 m apart, k = 1e6, let go horizontally from two corners. */
it('a hanging cloth: its two pins carry all of it, half each, from wherever it falls', async () => {
  const [n, m, k, L] = [20, 0.01, 1e6, 0.01];
  const hang = (angle: number) =>
    equilibrium([
      cloth({
        particles: [n, n],
        size: [L * (n - 1), L * (n - 1)],
        mass: m * n * n,
        stiffness: k,
        rotation: [angle, 0, 0],
        pins: ['top-left', 'top-right'],
      }),
    ]);
  const { positions, error, imbalance } = await hang(90);
  expect(imbalance).toBeLessThan(1e-6);
  // The two springs at a pin, upward: half the weight of the free particles.
  for (const [pin, beside] of [
    [0, 1],
    [n - 1, n - 2],
  ]) {
    const pull = [beside, pin + n].reduce((sum, other) => {
      const e = [0, 1, 2].map((c) => positions[3 * pin + c] - positions[3 * other + c]);
      const length = Math.hypot(...e);
      return sum + (k * (length - L) * e[1]) / length;
    }, 0);
    // The imbalances of 398 particles, at most 1e-6 of a weight each.
    expect(pull / (m * g)).toBeCloseTo((n * n - 2) / 2, 3);
  }
  // Where it comes from does not matter.
  const { error: other } = await hang(20);
  expect(Math.abs(other / error - 1)).toBeLessThan(1e-6);
});
