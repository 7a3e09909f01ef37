/** What contact did, for the statistics. */
import type { StageReport, StageScene } from '../stage.ts';

export interface ContactReport {
  /** Particles that a collider moved in the last step, or in the last part of it where it is divided. */
  readonly touching: number;
  /**
   * Contacts between particles that found no room and were not answered, over all steps since the beginning; a snapshot keeps the
   * number. There is room for 16 a particle in the mean, of 32 neighbours. One between two particles without room counts twice. Stays
   * at 2³² − 1 once it gets there.
   */
  readonly missed: number;
  /** Whether particles differed so much in speed in any of these steps that some may have passed each other unseen. */
  readonly tooFast: boolean;
}

/** Where there is neither collider nor contact between particles. */
export const NO_CONTACT: ContactReport = { touching: 0, missed: 0, tooFast: false };

const NO_ROOM = 'contacts between particles found no room, 16 a particle in the mean, and were not answered';
const TOO_FAST = 'particles were so fast that some may have passed each other unseen; try a shorter timestep';

/** Of colliders and of particles together. */
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
