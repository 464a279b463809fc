import { addImported, addOptOuts, type ImportedSuppression } from '../../common/changes/suppressions.ts';
import type { Config } from '../../common/config.ts';
import { domainOf } from '../../common/domain/domain-of.ts';
import { UNSURE_RULE } from '../../common/domain/reply-classes.ts';
import { classify } from '../../common/replies/classify.ts';
import { replyCodesOf } from '../../common/replies/codes.ts';
import type { ContactStatus } from '../../shared/statuses/statuses.ts';
import { addWithinOptOuts } from '../runtime/row-quotas.ts';
import type { ImportRow } from './import-rows.ts';
import type { BatchOwner } from './prepare-batch.ts';
import { countGroupOptOuts, storeGroupOptOuts } from './store-groups.ts';

/**
 * Stores the statuses of rows before their contacts, so that no send finds a contact without its status. Idempotent. `group` null: opt
 * out of all mails. Throws {@link QuotaExcess} beyond the quota: a contact must not be stored without its opt-out.
 */
export async function storeStatuses(
  { importId, userId }: BatchOwner,
  kept: readonly ImportRow[],
  group: number | null,
  config: Pick<Config, 'quotas'>,
): Promise<void> {
  const refusing = kept.filter(refuses);
  if (refusing.length === 0) return;
  const optedOut = foundWith(refusing, 'opted_out');
  const complained = foundWith(refusing, 'complained');
  const bounced = foundWith(refusing, 'bounced');
  // A complaint opts out, too.
  const wanted = optedOut.size + 2 * complained.size + bounced.size + countGroupOptOuts(refusing);
  await addWithinOptOuts(userId, config, wanted, async () => {
    await optOut(userId, importId, group, optedOut);
    await optOut(userId, importId, null, complained);
    if (complained.size > 0) await addImported(userId, 'complained', importId, complained);
    if (bounced.size > 0) await addImported(userId, 'bounced', importId, bounced);
    await storeGroupOptOuts(userId, importId, refusing);
  });
}

/** Whether a row has a status to store. Most rows are mailable and have none. */
const refuses = ({ said }: ImportRow): boolean =>
  said !== null &&
  (said.groups !== undefined || (said.status !== 'mailable' && said.status !== 'unconfirmed'));

function foundWith(
  kept: readonly ImportRow[],
  status: ContactStatus,
): ReadonlyMap<string, ImportedSuppression> {
  const found = new Map<string, ImportedSuppression>();
  for (const { key, address, said } of kept) {
    if (said?.status !== status || found.has(key)) continue;
    found.set(key, { address, since: said.at, ...(said.reply !== null && classedReply(said.reply, key)) });
  }
  return found;
}

async function optOut(
  userId: number,
  import_id: number,
  group: number | null,
  found: ReadonlyMap<string, ImportedSuppression>,
): Promise<void> {
  if (found.size === 0) return;
  const since = new Map<string, Date>();
  for (const [norm, one] of found) if (one.since) since.set(norm, one.since);
  const addresses = [...found.values()].map(({ address }) => address);
  await addOptOuts(userId, group, addresses, { import_id, since });
}

/** A `gone` that is not sure is `unknown`: no later mailing confirms it, as the address gets no more mail. */
export function classedReply(reply: string, key: string): Pick<ImportedSuppression, 'reply' | 'class'> {
  const text = reply.replace(/[\p{Cc}\p{Z}]+/gu, ' ').trim();
  const codes = replyCodesOf({ code: null, enhanced: null }, text);
  const verdict = classify({ stage: 'report', ...codes, text, domain: domainOf(key) });
  return { reply: text, class: verdict.rule === UNSURE_RULE ? 'unknown' : verdict.class };
}
