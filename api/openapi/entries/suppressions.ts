import { REPLY_CLASSES } from '../../../common/domain/reply-classes.ts';
import type { presentSuppression } from '../../present/suppressions.ts';
import { entries } from '../entry.ts';
import { id, nullable, oneOf, record, text, timestamp } from '../shapes.ts';
import { DOWNLOADED } from './global-unsubscribes.ts';

const suppression = record<ReturnType<typeof presentSuppression>>('Suppression', {
  id: id(),
  email: text(),
  reason: oneOf(
    ['bounced', 'complained', 'manual'],
    '`bounced`: a mail server refused it. `complained`: the recipient reported a mail as spam, and is also a global unsubscriber. `manual`: ' +
      'it was added by a call or in the console.',
  ),
  class: nullable(
    oneOf(
      REPLY_CLASSES,
      'For bounced addresses: what the reply of the server means. `unknown`: the reply is older than the classification.',
    ),
  ),
  reply: nullable(text('The reply of the server, or the report.')),
  utr: nullable(text('The utr of the single send or automation email that caused it.')),
  state: oneOf(
    ['active', 'suspected'],
    '`suspected`: the next mailing still goes to the address. It becomes `active` if its server answers the same again, or if its mailbox was' +
      ' full for five mailings in a row. A delivery removes it.',
  ),
  created_at: timestamp(),
});

export const suppressions = entries(
  {
    name: 'Suppressions',
    about:
      'Addresses that get no mail of the account: they bounced, complained, or were added here. Global unsubscribes and unsubscribe groups have' +
      ' the people who unsubscribed.',
  },
  {
    suppressionList: { summary: 'List suppressed addresses', output: suppression },
    suppressionSave: {
      summary: 'Suppress addresses',
      about:
        'An address that was added before keeps its one entry. One invalid address refuses the whole call.',
    },
    suppressionUploadCsv: {
      summary: 'Suppress the addresses of a CSV file',
      about:
        'The file is read as by `contacts/upload-csv`, but its rows become suppressions and unsubscribers, and no contacts. `contacts/imports/details` ' +
        'shows the progress: `rows_added` are new entries, `rows_unchanged` rows that are stored already or need no entry. Columns for date and ' +
        'reason (`created`, `status_at`, `reason`) are kept. Sends that are due meanwhile wait for its end. It cannot be undone.',
    },
    suppressionDownload: {
      summary: 'Download suppressed addresses',
      about: `${DOWNLOADED} Suspected addresses are left out.`,
    },
    suppressionDelete: {
      summary: 'Remove one suppression',
      about: 'The address gets mail again, unless it is also in another list.',
    },
    suppressionBulkDelete: {
      summary: 'Remove several suppressions',
      about: 'Succeeds if at least one of the ids exists; the others are ignored.',
    },
  },
);
