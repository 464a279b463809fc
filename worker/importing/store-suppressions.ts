import { addImported, addOptOuts, type ImportedSuppression } from '../../common/changes/suppressions.ts';
import type { Config } from '../../common/config.ts';
import type { ImportDocument, SuppressionFile } from '../../common/models/imports.ts';
import {
  Suppression,
  type SuppressionDocument,
  type SuppressionReason,
} from '../../common/models/suppressions.ts';
import type { ContactStatus } from '../../shared/statuses/statuses.ts';
import { addWithinOptOuts } from '../runtime/row-quotas.ts';
import type { ImportRow } from './import-rows.ts';
import { countGroupOptOuts, storeGroupOptOuts } from './store-groups.ts';
import { classedReply } from './store-statuses.ts';

const REASONS: { readonly [Status in ContactStatus]?: SuppressionReason } = {
  opted_out: 'unsubscribed',
  bounced: 'bounced',
  complained: 'complained',
};

/** Null: the row suppresses no address, because it is mailable, unconfirmed or left out. A row with an unknown word has the reason of the file. */
function reasonOf({ said }: ImportRow, { reason }: SuppressionFile): SuppressionReason | null {
  if (said === null) return reason;
  return said.unknown === null ? (REASONS[said.status] ?? null) : reason;
}

/** Addresses by reason and `email_norm`, each with its first row. */
type FoundSuppressions = ReadonlyMap<
  SuppressionReason,
  Map<string, ImportedSuppression & { import_line: number }>
>;

function foundIn(kept: readonly ImportRow[], file: SuppressionFile): FoundSuppressions {
  const found: FoundSuppressions = new Map(ORDER.map((reason) => [reason, new Map()]));
  for (const row of kept) {
    const { key, address, line, said } = row;
    const reason = reasonOf(row, file);
    if (reason === null || found.get(reason)!.has(key)) continue;
    const reply = said?.reply ? classedReply(said.reply, key) : {};
    found.get(reason)!.set(key, { address, since: said?.at ?? null, import_line: line, ...reply });
  }
  return found;
}

const ORDER = ['unsubscribed', 'complained', 'bounced', 'manual'] as const;

type StoredSuppression = Pick<SuppressionDocument, 'email_norm' | 'import_id' | 'import_line'>;

async function entriesOf(
  userId: number,
  reason: SuppressionReason,
  group: number | null,
  keys: readonly string[],
): Promise<StoredSuppression[]> {
  if (keys.length === 0) return [];
  return Suppression.of(userId)
    .find({
      email_norm: { $in: [...keys] },
      reason,
      unsubscribe_groups_id: reason === 'unsubscribed' ? group : null,
    })
    .project<StoredSuppression>({ _id: 0, email_norm: 1, import_id: 1, import_line: 1 })
    .toArray();
}

type SuppressedBatch = Pick<ImportDocument, '_id' | 'user_id'> & { readonly suppress: SuppressionFile };

/** Stores the suppressions of a batch, and returns how many are new. Each entry has its line, so a repeated batch gives the same number. */
export async function storeSuppressions(
  { _id: import_id, user_id: userId, suppress }: SuppressedBatch,
  kept: readonly ImportRow[],
  firstLine: number,
  config: Pick<Config, 'quotas'>,
): Promise<number> {
  const found = foundIn(kept, suppress);
  const complained = found.get('complained')!;
  const listed = ORDER.reduce((sum, reason) => sum + found.get(reason)!.size, complained.size);
  const wanted = listed + countGroupOptOuts(kept);
  await addWithinOptOuts(userId, config, wanted, async () => {
    await optOut(userId, import_id, suppress.group, found.get('unsubscribed')!);
    await optOut(userId, import_id, null, complained);
    for (const reason of ['complained', 'bounced', 'manual'] as const)
      if (found.get(reason)!.size > 0) await addImported(userId, reason, import_id, found.get(reason)!);
    await storeGroupOptOuts(userId, import_id, kept);
  });
  let added = 0;
  for (const reason of ORDER) {
    const stored = await entriesOf(userId, reason, suppress.group, [...found.get(reason)!.keys()]);
    const isOfBatch = (one: StoredSuppression): boolean =>
      one.import_id === import_id && (one.import_line ?? 0) >= firstLine;
    added += stored.filter(isOfBatch).length;
  }
  return added;
}

/** Returns the number that {@link storeSuppressions} would return, and adds to `seen`, the entries of earlier batches. */
export async function trySuppressions(
  { user_id: userId, suppress }: SuppressedBatch,
  kept: readonly ImportRow[],
  seen: Set<string>,
): Promise<number> {
  let added = 0;
  for (const [reason, found] of foundIn(kept, suppress)) {
    const keys = [...found.keys()].filter((key) => !seen.has(`${reason} ${key}`));
    added += keys.length - (await entriesOf(userId, reason, suppress.group, keys)).length;
    for (const key of keys) seen.add(`${reason} ${key}`);
  }
  return added;
}

async function optOut(
  userId: number,
  import_id: number,
  group: number | null,
  found: ReadonlyMap<string, ImportedSuppression & { import_line: number }>,
): Promise<void> {
  if (found.size === 0) return;
  const since = new Map<string, Date>();
  for (const [norm, one] of found) if (one.since) since.set(norm, one.since);
  const lines = new Map([...found].map(([norm, one]) => [norm, one.import_line]));
  const addresses = [...found.values()].map(({ address }) => address);
  await addOptOuts(userId, group, addresses, { import_id, since, lines });
}
