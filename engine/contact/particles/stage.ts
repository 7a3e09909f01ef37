/** Contact between particles as a stage of the step: after the solve, before colliders. */
import { settles } from '../../settings.ts';
import type { Stage } from '../../stage.ts';
import { recordCollisions, slowestBounce } from '../collisions.ts';
import { PARTICLE_CONTACT_KERNELS, particleContactMemory, recordParticleContacts } from './contacts.ts';

export const particleContact: Stage = {
  id: 'particle contact',
  changes: 'particles',
  kernels: PARTICLE_CONTACT_KERNELS,
  memory: ({ model, contact }) =>
    contact.meetings.most === 'none' ? {} : { ...particleContactMemory(model), ...contact.memory },
  record: (context) => {
    const { model, h, told, setting, contact, solve } = context;
    const { meetings, colliders, materials } = contact;
    if (meetings.now === 'none') return [];
    return recordParticleContacts(
      {
        ...{ model, h, self: meetings.self, hasColliders: colliders.count > 0, materials: materials.count },
        slow: slowestBounce(context),
        settling: settles(model, told, meetings.now) ? setting.springs : undefined,
      },
      solve.correction,
      recordCollisions(context, true),
    );
  },
};
