/** A triangle that resists stretch and shear within its plane: README.md. */
import type { Force } from '../force.ts';
import { membraneEnergies } from './membrane-energies.ts';
import { membraneProduct } from './membrane-product.ts';
import { membranePull } from './membrane-pull.ts';
import { membraneRises } from './membrane-rises.ts';
import { membraneSums } from './membrane-sums.ts';
import { membraneTangents } from './membrane-tangents.ts';

/**
 * By element: [b₁ b₂ c₁ c₂ w_u w_v w_s A], b and c being what the hat functions of corners 1 and 2 change along the warp and the weft
 * (corner 0 has b₀ = −b₁ − b₂), w the area times k_u, k_v and k_s, A the area.
 */
export const membrane: Force = {
  id: 'membrane',
  title: 'Triangles: stretch and shear',
  citation: '[LBOK13] Sec. 6, thin shells; [BML*14] Sec. 5.1',
  corners: 3,
  numbers: 8,
  hasStrain: true,
  laplacian: (numbers, at, stiffness) => {
    const [b1, b2, c1, c2, wu, wv, ws] = numbers.subarray(at, at + 8);
    const [u, v] = [wu + ws, wv + ws];
    stiffness[0] = u * (b1 + b2) * b1 + v * (c1 + c2) * c1;
    stiffness[1] = u * (b1 + b2) * b2 + v * (c1 + c2) * c2;
    stiffness[2] = -u * b1 * b2 - v * c1 * c2;
  },
  projects: () => true,
  kernels: { pull: membranePull, product: membraneProduct, sums: membraneSums },
  exact: { energies: membraneEnergies, tangents: membraneTangents, rises: membraneRises },
};
