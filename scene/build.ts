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

export interface SceneSettings extends NumberSettings {
  readonly method: MethodOptions;
  readonly substeps: number | 'auto';
  readonly gravity: Vec3;
}

export interface BuiltScene {
  readonly bodies: Body[];
  readonly attachments: Attachment[];
  /** Contact: colliders, materials, pairs. */
  readonly contact: ContactOptions;
  /** Wind and drags at given times. */
  readonly interaction: InteractionOptions;
  readonly settings: SceneSettings;
}

/** Drags of particles; a scene may name a vertex. */
const dragsOf = ({ bodies, drags, materials }: Scene): Scene['drags'] =>
  drags.map((drag) => {
    const body = bodies.find(({ name }) => name === drag.body);
    return body ? { ...drag, particle: particlesAt(body, [drag.particle], materials)[0] } : drag;
  });

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
