import { addKnown } from '../../common/changes/suppressions.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import {
  SUPPRESSION_REASONS,
  Suppression,
  type SuppressionReason,
} from '../../common/models/suppressions.ts';
import { SUPPRESSED_REASONS, suppressed } from '../../common/queries/opt-out-filters.ts';
import { outsideTransaction } from '../../common/store/transactions.ts';
import { ALL_OTHERS, type Decisions } from '../../shared/statuses/decisions.ts';
import type { ContactStatus } from '../../shared/statuses/statuses.ts';
import { endpoints } from '../http/endpoint.ts';
import { invalidField } from '../http/failures.ts';
import { addressList, byId, byIds, flag, integer, oneOf } from '../http/inputs.ts';
import { inputs, optional, required } from '../http/typed-input.ts';
import { presentSuppression } from '../present/suppressions.ts';
import { isGroupThere } from '../services/queries/unsubscribe-groups.ts';
import { csvEncoding, csvFile } from './csv-files.ts';
import { receiveCsv } from './csv-uploads.ts';
import { chosenColumns, chosenOf, decisionsInput } from './import-columns.ts';
import { csvOfOptOuts } from './opt-out-files.ts';
import { listAddresses } from './opt-out-lists.ts';
import { addWithinOptOuts } from './row-quotas.ts';
import { addressSearchInput, askFor, createdInput, createdWithin } from './searches.ts';
import { storeBytes } from './stored-bytes.ts';

/** Null: no status has this reason. */
const STATUS_OF: Readonly<Record<SuppressionReason, ContactStatus | null>> = {
  unsubscribed: 'opted_out',
  bounced: 'bounced',
  complained: 'complained',
  manual: null,
};

const withReason = optional(oneOf(SUPPRESSED_REASONS)).description('Only addresses with this reason.');

const asked = (reason: (typeof SUPPRESSED_REASONS)[number] | '' | undefined) =>
  reason ? [reason] : undefined;

/** See docs/rules.md 9.23. */
export const suppressions = endpoints({
  suppressionList: {
    input: inputs({ ...addressSearchInput, reason: withReason, ...createdInput }),
    run: (input, account, call) =>
      listAddresses(
        account,
        suppressed(account.id, asked(input.reason)),
        presentSuppression,
        input,
        askFor(account, call),
      ),
  },

  suppressionSave: {
    input: inputs({
      email_address: required(addressList()),
      reason: optional(oneOf(SUPPRESSION_REASONS)).description(
        'Why the addresses get no mail: `manual` (the default) and `unsubscribed` stop campaigns and automations, `bounced` and `complained` ' +
          'also single messages. `unsubscribed` and `complained` add a global unsubscribe.',
      ),
    }),
    async run({ email_address: addresses, reason }, account) {
      const add = () => addKnown(account.id, reason || 'manual', addresses);
      return { ids: await addWithinOptOuts(account, addresses, add) };
    },
  },

  suppressionUploadCsv: {
    input: inputs({
      reason: optional(oneOf(SUPPRESSION_REASONS)).description(
        'Why the addresses of all rows get no mail, as for `suppressions/save`. Without it, the statuses of the file decide: rows that it calls ' +
          'mailable or unconfirmed add no entry. Rows without a status, or with an unknown one, are `manual`, or `unsubscribed` with ' +
          '`unsubscribe_groups_id`.',
      ),
      unsubscribe_groups_id: optional(integer()).description(
        'The group that people leave whose reason is `unsubscribed`. Without it they get no mail of the account.',
      ),
      map: chosenColumns.description(
        'The column with the addresses, as `map[email]`, and the one with the statuses, as `map[status]`, by their names in the file.',
      ),
      statuses: decisionsInput.description(
        'The status of the rows with each word, as for `contacts/upload-csv`. Not allowed with `reason`.',
      ),
      encoding: csvEncoding.description('The character encoding of the file, as for `contacts/upload-csv`.'),
      dry_run: flag().description('1: a dry run. Nothing is stored, and the import counts what would be.'),
      file: required(csvFile),
    }),
    async run(input, account, { config, ring }) {
      const {
        file,
        map: given,
        encoding,
        dry_run,
        statuses = [],
        unsubscribe_groups_id: group = null,
      } = input;
      const reason = input.reason || null;
      if (group !== null && !(await outsideTransaction(() => isGroupThere(account.id, group))))
        throw invalidField('unsubscribe_groups_id', texts.selected('unsubscribe_groups_id'));
      if (group !== null && reason !== null && reason !== 'unsubscribed')
        throw invalidField('unsubscribe_groups_id', texts.emptyWhen('unsubscribe_groups_id', 'reason'));
      if (reason !== null && statuses.length > 0)
        throw invalidField('statuses', texts.emptyWhen('statuses', 'reason'));
      const status = reason && STATUS_OF[reason];
      const { column, map } = chosenOf(given ?? null);
      const decisions: Decisions = status ? [[ALL_OTHERS, status]] : statuses;
      const isTrial = dry_run === 1;
      const received = await storeBytes(account, file.bytes, () =>
        receiveCsv(file, null, account, config.limits, {
          map,
          encoding,
          statuses: { column, decisions, group },
          isTrial,
          suppress: { reason },
        }),
      );
      await ring(isTrial ? 'try-import' : 'import-contacts', { importId: received.id, userId: account.id });
      return received;
    },
  },

  suppressionDownload: {
    input: inputs({ reason: withReason, ...createdInput }),
    run: ({ reason, ...days }, account) =>
      csvOfOptOuts('suppressions.csv', account.id, {
        ...suppressed(account.id, asked(reason)),
        ...createdWithin(days, account),
        state: { $ne: 'suspected' },
      }),
  },

  suppressionDelete: {
    input: byId,
    run: ({ id }, account) =>
      Suppression.of(account.id).findOneAndDelete({ ...suppressed(account.id), _id: id }),
  },

  suppressionBulkDelete: {
    input: byIds,
    async run({ strIds: ids }, account) {
      const { deletedCount } = await Suppression.of(account.id).deleteMany({
        ...suppressed(account.id),
        _id: { $in: ids },
      });
      return deletedCount > 0 || null;
    },
  },
});
