/** Where a world's memory goes: its buffers by part, by role and by domain. */
import { bytesOf, componentsOf } from './kernel.ts';
import type { BufferPlan, MemoryPlan, Role } from './program.ts';

export interface MemoryReport {
  /** Bytes of all buffers; of one that grows as a step needs it, about what there is. */
  readonly bytes: number;
  /** Bytes that the backend holds for them: with programs and what is spare. */
  readonly allocated: number;
  /** Bytes by how long what is in a buffer lives. */
  readonly roles: Readonly<Record<Role, number>>;
  /** Bytes by what a buffer is for: the `world` itself, the `method`, `blocks`, the `surface`, a stage by its id. */
  readonly parts: Readonly<Record<string, number>>;
  /** Bytes by what a buffer has an element for each of. */
  readonly domains: Readonly<Record<string, number>>;
}

/** `isDouble`: reals are float64, as on the reference. */
export function memoryReport(
  memory: MemoryPlan,
  { isDouble, allocated }: { readonly isDouble?: boolean; readonly allocated?: number },
): MemoryReport {
  const roles: Record<Role, number> = { state: 0, constant: 0, prepared: 0, kept: 0, scratch: 0 };
  const parts: Record<string, number> = {};
  const domains: Record<string, number> = {};
  let all = 0;
  for (const plan of inOrder(memory)) {
    const { role, part = 'world', domain } = plan;
    const planned = isDouble ? doubleBytes(plan) : bytesOf(plan.element) * plan.length;
    const bytes = allocated === undefined ? planned : held(plan, planned, memory, allocated - all);
    roles[role] += bytes;
    parts[part] = (parts[part] ?? 0) + bytes;
    domains[domain] = (domains[domain] ?? 0) + bytes;
    all += bytes;
  }
  return { bytes: all, allocated: allocated ?? all, roles, parts, domains };
}

/** What is open-ended last. */
const inOrder = (memory: MemoryPlan): BufferPlan[] =>
  Object.values(memory).sort((a, b) => Number(a.isOpenEnded ?? false) - Number(b.isOpenEnded ?? false));

/** Of a buffer that is over another, nothing; of an open-ended one, what is left of what is allocated, `rest`, at most. */
function held(plan: BufferPlan, planned: number, memory: MemoryPlan, rest: number): number {
  if (plan.isOpenEnded) return Math.max(0, Math.min(planned, rest));
  const other = plan.over === undefined ? undefined : memory[plan.over];
  return other && bytesOf(other.element) * other.length >= planned ? 0 : planned;
}

const doubleBytes = ({ element, length }: BufferPlan): number =>
  (element === 'u32' || element === 'uvec2' ? 4 : 8) * componentsOf[element] * length;

/** Says of each buffer what it is for, unless it says so itself. */
export const ofPart = (part: string, plan: MemoryPlan): MemoryPlan =>
  Object.fromEntries(Object.entries(plan).map(([name, buffer]) => [name, { part, ...buffer }]));
