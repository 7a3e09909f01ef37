/** Every kernel: for the conformance test, and to count them. */
import { BALANCE_KERNELS } from './balance/balance.ts';
import { BLOCK_KERNELS } from './blocks/kernels.ts';
import { FORCE_KERNELS } from './forces/index.ts';
import { PICK_KERNELS } from './interaction/pick.ts';
import type { Kernel } from './kernel.ts';
import { LIMITER_KERNELS } from './limiter/limiter.ts';
import { factorise } from './linear/factorise.ts';
import { substituteOne } from './linear/substitute-one.ts';
import { STAGE_KERNELS } from './recording.ts';
import { STATISTICS_KERNELS } from './statistics/statistics.ts';
import { normals } from './surface/normals.ts';
import { TILE_KERNELS } from './tiles/sweep-tiles.ts';

export const KERNELS: readonly Kernel[] = [
  ...new Set<Kernel>([
    ...STAGE_KERNELS,
    ...STATISTICS_KERNELS,
    ...PICK_KERNELS,
    normals,
    ...TILE_KERNELS,
    ...[factorise, substituteOne],
    ...BLOCK_KERNELS,
    ...FORCE_KERNELS,
    ...BALANCE_KERNELS,
    ...LIMITER_KERNELS,
  ]),
];
