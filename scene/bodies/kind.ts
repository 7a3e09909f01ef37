/** A type of body in a scene. Each has a file beside this one and a line in index.ts. */
import type * as z from 'zod/mini';
import type { Body } from '../../engine/index.ts';
import type { Path } from '../errors.ts';
import type { material } from './common.ts';

export type Material = z.output<typeof material>;

/** What a check of two or more fields gets. */
export interface Checking {
  /** Reports a fault: the path in the body, the value seen, the values allowed. */
  find(path: Path, value: unknown, allowed: string): void;
  /** Reports a fault if the body has no particle of that number. */
  checkId(id: number, path: Path): void;
  /** The material of the body, if it names a valid one. */
  readonly material?: Material;
}

export interface BodyKind<S extends z.ZodMiniObject = z.ZodMiniObject> {
  /** Its fields. `type` is a literal, its name in index.ts. */
  readonly schema: S;
  /** Fields without which the others cannot be checked. */
  readonly needs: readonly string[];
  /** Names of places that its pins, and attachments to it, may use. Default: none. */
  readonly places?: readonly string[];
  /** Whether a body of this type may require a two-colouring. The check then makes its springs, to see whether two colours are enough. */
  readonly checksColours?: boolean;
  /** Whether ids are those of vertices, several of which may be one particle. Default: ids are particles. */
  readonly namesVertices?: boolean;
  /** Number of its particles, or of its vertices if ids are those. */
  count(body: z.output<S>): number;
  /** The body with the defaults that depend on other fields. Default: unchanged. */
  complete?(body: z.output<S>): z.output<S>;
  /** Checks that involve two or more fields. Indices of pins and overrides are checked for every type. */
  check?(body: z.output<S>, checking: Checking): void;
  /** The particles that pins name, found without making the body. Default: the body is made. */
  pinned?(body: z.output<S>): readonly number[];
  /** The engine's body, before overrides. */
  make(body: z.output<S>, material: Material | undefined): Body;
  /** Applied after overrides. Default: nothing. */
  finish?(made: Body, body: z.output<S>): Body;
}

/** Gives the functions their types, which follow from the schema. */
export const defineBody = <S extends z.ZodMiniObject>(kind: BodyKind<S>): BodyKind<S> => kind;
