/** The registry of body types: one line each. */
import * as z from 'zod/mini';
import { quoted } from '../fields.ts';
import { balls } from './balls.ts';
import { cloth } from './cloth.ts';
import type { BodyKind } from './kind.ts';
import { magazine } from './magazine.ts';
import { network } from './network.ts';
import { quadMesh } from './quad-mesh.ts';
import { rope } from './rope.ts';
import { solid } from './solid.ts';
import { triangles } from './triangles.ts';

/** The types of bodies, by the value of the field `type`. */
const KINDS = { cloth, rope, solid, quadMesh, network, triangles, balls, magazine };

export const BODY_KINDS: Readonly<Record<string, BodyKind>> = KINDS;

type Schema = (typeof KINDS)[keyof typeof KINDS]['schema'];

const TYPES = quoted(Object.keys(KINDS));
const schemas = Object.values(KINDS).map(({ schema }) => schema) as unknown as readonly [Schema, ...Schema[]];

export const body = z.discriminatedUnion('type', schemas, {
  error: (issue) =>
    issue.code === 'invalid_union' ? `one of ${TYPES}` : `an object whose type is one of ${TYPES}`,
});

type AnyBody = z.output<typeof body>;

/** The type of a body. */
export const kindOf = ({ type }: Pick<AnyBody, 'type'>): BodyKind => BODY_KINDS[type];

/** Number of particles of a body. */
export const particleCount = (each: AnyBody): number => kindOf(each).count(each);

/** The body with the defaults that depend on other fields: mass and stiffness. */
export const complete = (each: AnyBody): AnyBody => (kindOf(each).complete?.(each) ?? each) as AnyBody;
