import { REPLY_CLASSES } from '../../../common/domain/reply-classes.ts';
import type { presentSuppression } from '../../present/suppressions.ts';
import { entries } from '../entry.ts';
import { id, nullable, oneOf, record, text, timestamp } from '../shapes.ts';

const suppression = record<ReturnType<typeof presentSuppression>>('Suppression', {
  id: id(),
  email: text(),
  reason: oneOf(
    ['bounced', 'complained', 'manual'],
    '`bounced`: a mail server said so. `complained`: the recipient reported a mail as spam, and is a global unsubscriber, too. `manual`: ' +
      'it was added here.',
  ),
  class: nullable(
    oneOf(
      REPLY_CLASSES,
      'Of those that bounced: what the server said. `unknown`: before replies were classified.',
    ),
  ),
  reply: nullable(text('What the server said, or the report.')),
  utr: nullable(text('The single send or automation email that it came from.')),
  state: oneOf(
    ['active', 'suspected'],
    '`suspected`: the next mailing still mails it. It becomes `active` if its server says the same then, or if its mailbox was full for ' +
      'five mailings in a row; a delivery removes it.',
  ),
  created_at: timestamp(),
});

export const suppressions = entries(
  {
    name: 'Suppressions',
    about:
      'Addresses that the account does not mail: they bounced, complained, or were added here. People who unsubscribed are in the lists of ' +
      'global unsubscribes and of unsubscribe groups.',
  },
  {
    suppressionList: { summary: 'List suppressed addresses', output: suppression },
    suppressionSave: {
      summary: 'Suppress addresses',
      about: 'Addresses that were added before are kept once. An invalid one refuses the whole request.',
    },
    suppressionDelete: {
      summary: 'Remove one suppression',
      about: 'The address is mailed again, unless it is in another list, too.',
    },
    suppressionBulkDelete: {
      summary: 'Remove several suppressions',
      about: 'Succeeds if at least one of the ids was there; the others are ignored.',
    },
  },
);
