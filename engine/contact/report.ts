/** The statistics of contact. */
import type { StageReport, StageScene } from '../stage.ts';

export interface ContactReport {
  /** Particles that a collider moved in the last step, or in the last part of it where it is divided. */
  readonly touching: number;
  /**
   * Contacts between particles beyond the capacity, which were not resolved, over all steps since the beginning; a snapshot keeps the
   * number. The capacity is 16 contacts and 32 neighbours a particle in the mean. A contact between two particles without room counts
   * twice. Saturates at 2³² − 1.
   */
  readonly missed: number;
  /** Whether velocities differed so much in any of these steps that some particles may have passed each other undetected. */
  readonly tooFast: boolean;
}

/** The report of a world with neither colliders nor contact between particles. */
export const NO_CONTACT: ContactReport = { touching: 0, missed: 0, tooFast: false };

const NO_ROOM = 'contacts between particles found no room, 16 a particle in the mean, and were not answered';
const TOO_FAST = 'particles were so fast that some may have passed each other unseen; try a shorter timestep';

/** The reports of colliders and of particles, combined. */
export function contactReport({ model, contact }: StageScene): StageReport {
  const buffers = [
    ...(contact.isThere ? ['touch'] : []),
    ...(contact.meetings.most === 'none' ? [] : ['overlooked']),
  ];
  return {
    buffers,
    of: (values, warn) => {
      const bufferOf = (name: string) => values[buffers.indexOf(name)];
      const [touch = [], overlooked = [0, 0]] = [bufferOf('touch'), bufferOf('overlooked')];
      const [missed, fast] = [overlooked[0], overlooked[1]];
      let touching = 0;
      for (let k = 3; k < 4 * model.particles && k < touch.length; k += 4) if (touch[k] > 0) touching++;
      if (missed > 0) warn(NO_ROOM);
      if (fast > 0) warn(TOO_FAST);
      return { contact: { touching, missed, tooFast: fast > 0 } };
    },
  };
}
