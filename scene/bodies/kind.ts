/** What a type of body is to a scene. One file each beside this one, and a line in index.ts. */
import type * as z from 'zod/mini';
import type { Body } from '../../engine/index.ts';
import type { Path } from '../errors.ts';
import type { material } from './common.ts';

export type Material = z.output<typeof material>;

/** What a check of two fields at once is given. */
export interface Checking {
  /** Notes a fault: where in the body, what stands there, what may. */
  find(path: Path, value: unknown, allowed: string): void;
  /** Notes a fault where the body has no particle of that number. */
  checkId(id: number, path: Path): void;
  /** The body's material, where it names one that is sound. */
  readonly material?: Material;
}

export interface BodyKind<S extends z.ZodMiniObject = z.ZodMiniObject> {
  /** Its fields. `type` is a literal, the name it has in index.ts. */
  readonly schema: S;
  /** Fields without which the others cannot be judged. */
  readonly needs: readonly string[];
  /** Places that its pins, and attachments to it, may name. Default: none. */
  readonly places?: readonly string[];
  /** Whether a body of this type may require a two-colouring. The check then makes its springs, to see whether two colours are enough. */
  readonly checksColours?: boolean;
  /** Whether ids are of vertices, several of which may be one particle. Default: ids are particles. */
  readonly namesVertices?: boolean;
  /** How many particles it has, or vertices where ids are those. */
  count(body: z.output<S>): number;
  /** The body with the defaults that depend on another field. Default: as it is. */
  complete?(body: z.output<S>): z.output<S>;
  /** What it takes two fields to see. Numbers of pins and overrides are checked for every type. */
  check?(body: z.output<S>, checking: Checking): void;
  /** The engine's body, before overrides. */
  make(body: z.output<S>, material: Material | undefined): Body;
  /** What is done with it after overrides. Default: nothing. */
  finish?(made: Body, body: z.output<S>): Body;
}

/** For its types: what the functions are given follows from the schema. */
export const defineBody = <S extends z.ZodMiniObject>(kind: BodyKind<S>): BodyKind<S> => kind;
