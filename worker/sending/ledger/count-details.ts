import { countDetails, detailsDueAt, dueForDetails } from '../../../common/changes/mail-details.ts';
import { Batch } from '../../../common/models/batches.ts';
import { type Chore, sign } from '../../runtime/chore.ts';

/** Batches of one round, so some 20,000 mails a second: more than a worker sends. */
const AT_ONCE = 40;

/** Counts the details of batches that changed a while ago, so that a call seldom has to. */
export const countDueDetails: Chore = {
  name: 'countDueDetails',
  signs: [sign(Batch, detailsDueAt)],
  async run() {
    await countDetails(await dueForDetails(AT_ONCE));
  },
};
