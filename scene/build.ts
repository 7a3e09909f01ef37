/** Turns a scene that `parseScene` returned into the options of `createWorld`: bodies, attachments, contact and settings. */
import {
  type Attachment,
  type Body,
  type ContactOptions,
  type InteractionOptions,
  type MethodOptions,
  type NumberSettings,
  numbersFrom,
  type Vec3,
} from '../engine/index.ts';
import { attachmentsOf, particlesAt } from './find-particles.ts';
import { finishedBody } from './make-body.ts';
import type { Scene } from './types.ts';

/** The settings of a scene, as `createWorld` takes them. */
export interface SceneSettings extends NumberSettings {
  /** The method and its parameters. */
  readonly method: MethodOptions;
  /** Parts of a step, or `auto`. */
  readonly substeps: number | 'auto';
  /** Gravity, m/s². */
  readonly gravity: Vec3;
}

/** The options of `createWorld` that a scene gives. */
export interface BuiltScene {
  /** The bodies, with overrides applied. */
  readonly bodies: Body[];
  /** Attachments, with particles as ids over all bodies. */
  readonly attachments: Attachment[];
  /** Contact: colliders, materials, pairs. */
  readonly contact: ContactOptions;
  /** Wind and drags at given times. */
  readonly interaction: InteractionOptions;
  /** Method, time step, gravity and other settings. */
  readonly settings: SceneSettings;
}

/** Drags of particles; a scene may name a vertex. */
const dragsOf = ({ bodies, drags, materials }: Scene): Scene['drags'] =>
  drags.map((drag) => {
    const body = bodies.find(({ name }) => name === drag.body);
    return body ? { ...drag, particle: particlesAt(body, [drag.particle], materials)[0] } : drag;
  });

/** The bodies and options of a checked scene, for `createWorld`. */
export function buildScene(scene: Scene): BuiltScene {
  const { method: id, ...iterations } = scene.solver;
  const bodies = scene.bodies.map((body) => finishedBody(body, scene.materials));
  return {
    bodies,
    attachments: attachmentsOf(scene, bodies),
    contact: {
      particleContact: scene.particleContact,
      colliders: scene.colliders.map(({ color: _, ...collider }) => collider),
      materials: Object.fromEntries(
        Object.entries(scene.materials).map(([name, { friction, restitution }]) => [
          name,
          { friction, restitution },
        ]),
      ),
      pairs: scene.pairs,
    },
    interaction: { wind: scene.wind, drags: dragsOf(scene) },
    settings: {
      method: { id, ...iterations },
      ...numbersFrom((name) => scene[name]),
      substeps: scene.substeps,
      gravity: scene.gravity,
    },
  };
}
