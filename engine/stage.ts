/**
 * What a stage is: a part of a step with its kernels, its buffers and its piece of the program. The method's solve is one of them.
 * Adding one: a folder with its kernels and an object of this kind, and its line in the list of step.ts.
 */
import type { Attachments } from './attachments/attachments.ts';
import type { Line } from './balance/rows.ts';
import type { Contact } from './contact/contact.ts';
import type { Partakers } from './interaction/interaction.ts';
import type { Kernel } from './kernel.ts';
import type { Recording, Setting } from './methods/method.ts';
import type { Model } from './model.ts';
import type { MemoryPlan, Program } from './program.ts';
import type { Resolved } from './settings.ts';
import type { Statistics } from './statistics/statistics.ts';

/** What holds for as long as the world lives. */
export interface StageScene {
  readonly model: Model;
  readonly contact: Contact;
}

/** What a recording is made for; another one is made when something of it changes. */
export interface StageContext extends StageScene {
  /** The settings of a part of a step: of a step as long as that. */
  readonly told: Resolved;
  /** Seconds that pass: 0 where the method does not integrate. */
  readonly h: number;
  /** What the method is given. */
  readonly setting: Setting;
  readonly attachments: Attachments;
  readonly partakers: Partakers;
}

/** And the method's solve, which is part of the same step. */
export interface StepContext extends StageContext {
  /** `solve.correction` is the buffer that holds δ from the solve to the end of the step. */
  readonly solve: Recording;
}

/** What a stage says about the steps so far. */
export interface StageReport {
  /** The buffers whose values `of` gets, in this order. */
  readonly buffers: readonly string[];
  /** Its share of the statistics; `warn` takes lines for the user. */
  of(values: readonly ArrayLike<number>[], warn: (line: string) => void): Partial<Statistics>;
}

export interface Stage {
  readonly id: string;
  /** The line of the balance of energy that it acts on. Default: it changes no energy. */
  readonly changes?: Line;
  /** The kernels it calls, in a step or beside it. */
  readonly kernels: readonly Kernel[];
  /** Buffers that a world has from its beginning if the stage may take part in it; those with the role `state` go into snapshots. */
  memory?(scene: StageScene): MemoryPlan;
  /** Buffers that are made when the stage takes part for the first time. */
  scratch?(context: StageContext): MemoryPlan;
  /** Runs before the next step when settings, pins, masses or the state changed. */
  prepare?(context: StageContext): Program;
  /** Runs in place of `prepare` where springs tore and nothing else changed. */
  renew?(context: StageContext): Program;
  /** Its piece of the step: nothing where it takes no part. */
  record(context: StepContext): Program;
  report?(scene: StageScene): StageReport | undefined;
}
