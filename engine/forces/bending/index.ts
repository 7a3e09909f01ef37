/** A hinge, two triangles at an edge, that resists folding: README.md. */
import type { Force } from '../force.ts';
import { bendingEnergies } from './bending-energies.ts';
import { bendingProduct } from './bending-product.ts';
import { bendingPull } from './bending-pull.ts';
import { bendingRises } from './bending-rises.ts';
import { bendingSums } from './bending-sums.ts';
import { bendingTangents } from './bending-tangents.ts';

/**
 * By element: [c₁ c₂ c₃ n₀], of E = ½ (‖v‖ − n₀)², v = Σ c_k x_k with c₀ = −c₁ − c₂ − c₃. Corners 0 and 1 are the edge's, 2 and 3
 * the opposite ones. The stiffness is in c and n₀, as its root: √(N/m).
 */
export const bending: Force = {
  id: 'bending',
  title: 'Hinges: bending across edges',
  citation: '[BWH*06], with a rest angle',
  corners: 4,
  numbers: 4,
  hasStrain: false,
  laplacian: (numbers, at, stiffness) => {
    const [c1, c2, c3] = numbers.subarray(at, at + 3);
    const c = [-(c1 + c2 + c3), c1, c2, c3];
    let pair = 0;
    for (let i = 0; i < 4; i++) for (let j = i + 1; j < 4; j++) stiffness[pair++] = -c[i] * c[j];
  },
  // A flat hinge is at rest at v = 0: S is all it needs.
  projects: (numbers, at) => numbers[at + 3] !== 0,
  kernels: { pull: bendingPull, product: bendingProduct, sums: bendingSums },
  exact: { energies: bendingEnergies, tangents: bendingTangents, rises: bendingRises },
};
