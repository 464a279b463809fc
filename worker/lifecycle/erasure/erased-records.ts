import { normalizeAddress } from '../../../common/domain/addresses.ts';
import { BulkChange, type BulkChangeDocument } from '../../../common/models/bulk-changes.ts';
import type { ErasurePass } from '../../../common/models/erasures.ts';
import { IdempotencyKey } from '../../../common/models/idempotency-keys.ts';
import { ImportRefusal } from '../../../common/models/import-refusals.ts';
import { ImportStep } from '../../../common/models/import-steps.ts';
import { Import, type ImportDocument } from '../../../common/models/imports.ts';
import { MoveRows } from '../../../common/models/move-rows.ts';
import { Notice } from '../../../common/models/notices.ts';
import { TestMail, type TestMailDocument } from '../../../common/models/test-mails.ts';
import { WebhookAttempt, type WebhookAttemptDocument } from '../../../common/models/webhook-attempts.ts';
import { type OwnImport, refusalsOf } from '../../../common/queries/imports.ts';
import { keptAnswersOf, noticesOfUnsubscribes } from '../../../common/queries/keys-of-account.ts';
import { ownOrOld } from '../../../common/store/own-or-old.ts';
import { renameUpload } from '../../../common/store/uploads.ts';
import { ended } from '../../contacts/lease.ts';
import { ERASED_ROW } from '../../importing/erased-rows.ts';
import { type ErasureWork, latestOf } from './erasing.ts';
import type { ErasingWorker } from './pass.ts';

export async function eraseFromAnswers({ userId, people, finder, pattern }: ErasureWork): Promise<void> {
  const answers = IdempotencyKey.of(userId);
  const kept = answers.find({
    _id: keptAnswersOf(userId),
    since: { $lte: latestOf(people) },
    'answer.body': pattern,
  });
  for await (const { _id, token, answer } of kept) {
    const body = finder.replace(answer!.body);
    if (body !== answer!.body) await answers.updateOne({ _id, token }, { $set: { 'answer.body': body } });
  }
}

/** Calls that are examined at once. */
const CALLS = 1000;

/**
 * A call that names a person loses its texts, which may have names and metadata. Those made after the request, too: their events were
 * read before.
 */
export async function eraseFromWebhookCalls(
  { userId, finder }: Pick<ErasureWork, 'userId' | 'finder'>,
  { isOver }: Pick<ErasingWorker, 'isOver'>,
  after: ErasurePass['after'],
): Promise<string | void> {
  const calls = WebhookAttempt.of(userId);
  const isNamed = (text = ''): boolean => [text, decoded(text)].some((one) => finder.find(one).length > 0);
  const [first, call] = after === null ? [0, 0] : (String(after).split(' ').map(Number) as [number, number]);
  const webhooks = (await calls.distinct('webhook_id')).filter((id) => id >= first);
  for (const webhook_id of webhooks.sort((one, other) => one - other)) {
    for (let last = webhook_id === first ? call : 0; ; ) {
      const part = await calls
        .find({ webhook_id, _id: { $gt: last } })
        .project<Pick<WebhookAttemptDocument, '_id' | 'body' | 'answer'>>({ body: 1, answer: 1 })
        .sort({ _id: 1 })
        .limit(CALLS)
        .hint({ user_id: 1, webhook_id: 1, _id: 1 })
        .toArray();
      const named = part.filter(({ body, answer }) => isNamed(body) || isNamed(answer));
      if (named.length > 0)
        await calls.updateMany(
          { _id: { $in: named.map(({ _id }) => _id) } },
          { $unset: { body: '', answer: '' } },
        );
      if (part.length === 0) break;
      last = part.at(-1)!._id;
      if (isOver()) return `${webhook_id} ${last}`;
    }
  }
}

/** A text with the characters that URLs have in percent-encoding. */
const decoded = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString());

/** Removes the addresses from notices about unsubscribes. They stay counted. */
export async function eraseFromNotices({ userId, people }: ErasureWork): Promise<void> {
  const notices = Notice.of(userId);
  const found = notices.find({ _id: noticesOfUnsubscribes(userId), addresses: { $ne: [] } }).project<{
    _id: string;
    addresses: string[];
  }>({ addresses: 1 });
  for await (const { _id, addresses } of found) {
    const gone = addresses.filter((address) => people.has(normalizeAddress(address)));
    if (gone.length > 0) await notices.updateOne({ _id }, { $pull: { addresses: { $in: gone } } });
  }
}

type ErasedImport = Pick<
  ImportDocument,
  '_id' | 'file_name' | 'file_id' | 'rows_refused' | 'rows_partial' | 'retired' | 'created_at'
>;

/** Removes the addresses from reports of imports: of a refused row with one, only the line stays. */
export async function eraseFromImports(erasing: ErasureWork): Promise<void> {
  const { userId, finder, pattern } = erasing;
  const imports = Import.of(userId);
  const found = imports.find().project<ErasedImport>({
    file_name: 1,
    file_id: 1,
    rows_refused: 1,
    rows_partial: 1,
    retired: 1,
    created_at: 1,
  });
  for await (const { _id, file_name, file_id, rows_refused, rows_partial = 0, retired } of found) {
    const name = withoutAddress(file_name, finder);
    if (name !== file_name) {
      await imports.updateOne({ _id }, { $set: { file_name: name } });
      if (file_id) await renameUpload(userId, file_id, name);
    }
    if (rows_refused + rows_partial > 0 && !retired)
      await eraseRefusals({ _id, user_id: userId }, finder.find, pattern);
  }
  await eraseSteps(erasing);
  await eraseMoveRows(erasing);
}

/** Removes the addresses from the receipts of moves. The rows stay counted. */
async function eraseMoveRows({ userId, finder, pattern }: ErasureWork): Promise<void> {
  const stored = MoveRows.of(userId);
  const isErased = (email: string | null): boolean => email !== null && finder.find(email).length > 0;
  for await (const { _id, rows } of stored.find({ 'rows.email': pattern })) {
    const left = rows.map((row) => (isErased(row.email) ? { ...row, email: null } : row));
    await stored.updateOne({ _id }, { $set: { rows: left } });
  }
}

/** Removes the addresses from the undo data of imports: contacts of an erased person, and cells with its address. */
async function eraseSteps({ userId, people, finder, pattern }: ErasureWork): Promise<void> {
  const steps = ImportStep.of(userId);
  const found = steps.find({
    $or: [
      { 'changed.key': { $in: [...people.keys()] } },
      { 'changed.cells.before': pattern },
      { 'changed.cells.after': pattern },
    ],
  });
  const has = (value: unknown): boolean =>
    [value].flat().some((one) => typeof one === 'string' && finder.find(one).length > 0);
  for await (const { _id, changed } of found) {
    const kept = changed
      .filter(({ key }) => !people.has(key))
      .map((one) => ({
        ...one,
        cells: one.cells.filter(({ before, after }) => !has(before) && !has(after)),
      }));
    await steps.updateOne({ _id }, { $set: { changed: kept } });
  }
}

/** The end of a file's name, as in `ada@example.com.csv`, is no part of an address. */
const withoutAddress = (name: string, { replace }: ErasureWork['finder']): string => {
  const end = name.lastIndexOf('.');
  return end === -1 ? replace(name) : replace(name.slice(0, end)) + name.slice(end);
};

async function eraseRefusals(
  from: OwnImport,
  find: ErasureWork['finder']['find'],
  pattern: RegExp,
): Promise<void> {
  const refused = ImportRefusal.find({
    ...refusalsOf(from),
    $or: [{ cells: pattern }, { reason: pattern }],
  });
  for await (const { _id, cells, reason } of refused) {
    if (![...cells, reason].some((text) => find(text).length > 0)) continue;
    await ImportRefusal.updateOne(
      { ...ownOrOld(from.user_id), _id },
      { $set: { cells: [], reason: ERASED_ROW } },
    );
  }
}

/** Removes tests to the people or with their values; the unsent mails of such a test are not sent. */
export async function eraseTests({ userId, people, finder }: ErasureWork): Promise<void> {
  const tests = TestMail.of(userId);
  const found = tests
    .find()
    .project<Pick<TestMailDocument, '_id' | 'recipients' | 'values'>>({ recipients: 1, values: 1 });
  for await (const { _id, recipients, values } of found) {
    const isNamed =
      recipients.some(({ address }) => people.has(normalizeAddress(address))) ||
      values.some(([, value]) => finder.find(value).length > 0);
    if (isNamed) await tests.deleteOne({ _id });
  }
}

/** Ends bulk changes whose search or filters contain one of the addresses. The erasure itself handles that person. */
export async function endBulkChanges({ userId, finder }: ErasureWork): Promise<void> {
  const changes = BulkChange.of(userId);
  const found = changes
    .find({ $or: [{ search: { $type: 'string' } }, { where: { $type: 'object' } }] })
    .project<Pick<BulkChangeDocument, '_id' | 'search' | 'where'>>({ search: 1, where: 1 });
  for await (const { _id, search, where } of found) {
    const texts = [search ?? '', where?.email_norm ?? '', ...(where?.rule?.value ?? [])];
    if (texts.every((text) => finder.find(text).length === 0)) continue;
    await changes.updateOne(
      { _id, finished_at: null },
      { $set: ended('failed', 'The address that it searched for was erased.'), $unset: { step: '' } },
    );
  }
}
