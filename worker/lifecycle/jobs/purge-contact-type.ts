import { noteContactChanges } from '../../../common/changes/contact-changes.ts';
import { toldChange } from '../../../common/changes/event-notes.ts';
import { now } from '../../../common/clock.ts';
import { ContactCount } from '../../../common/models/contact-counts.ts';
import { ContactType } from '../../../common/models/contact-types.ts';
import { Contact } from '../../../common/models/contacts.ts';
import { ofAllAccounts, sign } from '../../runtime/chore.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import { defineJob } from '../../runtime/job.ts';
import { type StepWorker, stepByStep } from '../../runtime/turn.ts';

const UNPURGED = { deleted_at: { $type: 'date' }, purged_at: null } as const;
const CHUNK = 1000;

/** Needs no checkpoint, as it does not find marked contacts. */
export default defineJob('purge-contact-type', {
  doing: 'Deleting the contacts of a deleted type',
  due: {
    signs: [sign(ContactType, UNPURGED)],
    find: async () =>
      (await ofAllAccounts(ContactType, UNPURGED)).map(({ _id, user_id }) => ({
        contactTypeId: _id,
        userId: user_id,
      })),
  },
  async run({ contactTypeId, userId }, worker: StepWorker & Pick<WorkerContext, 'log'>) {
    const [types, contacts] = [ContactType.of(userId), Contact.of(userId)];
    const type = await types.findOne({ _id: contactTypeId });
    if (!type?.deleted_at || type.purged_at) return undefined;
    const living = { contact_type_id: contactTypeId, deleted_at: null };
    return stepByStep('purge-contact-type', worker, async () => {
      const chunk = await contacts
        .find(living, { projection: { _id: 1 } })
        .sort({ _id: 1 })
        .limit(CHUNK)
        .toArray();
      if (chunk.length === 0) {
        await ContactCount.deleteMany({ contact_type_id: contactTypeId });
        await types.updateOne({ _id: contactTypeId }, { $set: { purged_at: now() } });
        worker.log.info({ contact_type_id: contactTypeId }, 'contact type purged');
        return false;
      }
      const ids = chunk.map((contact) => contact._id);
      const told = ids.map((id) => ({ user_id: type.user_id, type: 'contact.deleted', id }) as const);
      await toldChange(told, () =>
        contacts.updateMany({ ...living, _id: { $in: ids } }, { $set: { deleted_at: type.deleted_at } }),
      );
      await noteContactChanges(type.user_id, contactTypeId, ids);
      return true;
    });
  },
});
