/** The programs of a world, out of its stages. */
import { balanceMemory, recordBalanced } from './balance/balance.ts';
import type { Kernel } from './kernel.ts';
import { ofPart } from './memory.ts';
import type { Recording } from './methods/method.ts';
import { joinPlans, type MemoryPlan, type Program, when } from './program.ts';
import { keepsBalance } from './settings.ts';
import type { Stage, StageContext, StageReport, StageScene } from './stage.ts';
import { STAGES } from './step.ts';
import { recordNote, TORN } from './tearing/tearing.ts';

export const STAGE_KERNELS: readonly Kernel[] = STAGES.flatMap(({ kernels }) => kernels);

/** The buffers that stages have from a world's beginning. */
export const stageMemory = (scene: StageScene): MemoryPlan =>
  joinPlans(...STAGES.map((stage) => ofPart(stage.id, stage.memory?.(scene) ?? {})));

/** Those of the stages that take part now. */
export const stageScratch = (context: StageContext): MemoryPlan =>
  joinPlans(
    ...STAGES.map((stage) => ofPart(stage.id, stage.scratch?.(context) ?? {})),
    keepsBalance(context.told) ? ofPart('balance', balanceMemory(context)) : {},
  );

export const stageReports = (scene: StageScene): readonly StageReport[] =>
  STAGES.flatMap((stage) => stage.report?.(scene) ?? []);

/** Records a step around the method's solve. Where springs tore in the step before, it first renews what depends on them, without a round trip to the host. */
export function recordStep(context: StageContext, solve: Recording): Program {
  const { model, contact, told } = context;
  const step = { ...context, solve };
  const renewal = model.strengths || contact.colliders.blades.length > 0 ? recordRenewal(context) : [];
  return [
    ...(renewal.length > 0 ? [when(TORN, ...recordNote(), ...renewal)] : []),
    ...(keepsBalance(told) ? recordBalanced(STAGES, step) : STAGES.flatMap((stage) => stage.record(step))),
  ];
}

/** What runs before the next step when settings, pins or the state changed. */
export const recordPreparation = (context: StageContext): Program =>
  STAGES.flatMap((stage) => prepared(stage, context));

/** What runs before the next step when springs tore and nothing else changed. */
export const recordRenewal = (context: StageContext): Program =>
  STAGES.flatMap((stage) => stage.renew?.(context) ?? prepared(stage, context));

const prepared = (stage: Stage, context: StageContext): Program => stage.prepare?.(context) ?? [];
