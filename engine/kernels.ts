/** Every kernel there is, by name: for the conformance test and for those who count them. */
import { ATTACHMENT_KERNELS } from './attachments/attachments.ts';
import { BLOCK_KERNELS } from './blocks/storage.ts';
import { CONTACT_KERNELS } from './contact/contact.ts';
import { FORCE_KERNELS } from './forces/index.ts';
import { hold } from './interaction/hold.ts';
import { PICK_KERNELS } from './interaction/pick.ts';
import type { Kernel } from './kernel.ts';
import { factorise } from './linear/factorise.ts';
import { substituteOne } from './linear/substitute-one.ts';
import { METHODS } from './methods/index.ts';
import { dampen } from './motion/dampen.ts';
import { finish } from './motion/finish.ts';
import { predict } from './motion/predict.ts';
import { fold } from './statistics/fold.ts';
import { particleSums } from './statistics/particle-sums.ts';
import { springSums } from './statistics/spring-sums.ts';
import { normals } from './surface/normals.ts';
import { TEARING_KERNELS } from './tearing/tearing.ts';
import { blow } from './wind/blow.ts';

const shared: readonly Kernel[] = [dampen, predict, finish, springSums, particleSums, fold, normals];
const interaction: readonly Kernel[] = [...PICK_KERNELS, hold, blow];
const linear: readonly Kernel[] = [factorise, substituteOne];

export const KERNELS: readonly Kernel[] = [
  ...new Set([
    ...shared,
    ...ATTACHMENT_KERNELS,
    ...CONTACT_KERNELS,
    ...TEARING_KERNELS,
    ...interaction,
    ...linear,
    ...BLOCK_KERNELS,
    ...FORCE_KERNELS,
    ...METHODS.flatMap(({ kernels }) => kernels),
  ]),
];
