import { nothingFound } from '../../../common/audience/suppressed.ts';
import type { CompiledMail } from '../../../common/compose/compile-mail.ts';
import { readMessageParts } from '../../../common/queries/messages.ts';
import { believedStatus } from '../../../common/quotas/account-status.ts';
import { takeMailPlaces } from '../../../common/quotas/mails.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import { readExclusions } from '../audience/exclusions.ts';
import type { Starts } from '../starts.ts';
import type { Claim } from './claim-batch.ts';
import { settleDoubts } from './doubts.ts';
import { contactsOfRows, readOpenRows, readPeople } from './open-rows.ts';
import { newSlice, type Slice } from './slice.ts';

/** Rows that a first slice reads while sends of its account or of many others start. */
const FIRST = 20;
/** Rows that the accounts whose sends start share equally, so that many sends of one account do not delay a small send of another. */
const SHARED = 250;

function firstRows({ own, others }: ReturnType<Starts['startsOf']>): number {
  if (own > 0) return FIRST;
  return others === 0 ? 0 : Math.max(FIRST, Math.floor(SHARED / others));
}

export async function load(
  { held, mailing }: Pick<Claim, 'held' | 'mailing'>,
  compiled: CompiledMail,
  worker: WorkerContext,
  isFirst: boolean,
): Promise<Slice> {
  await settleDoubts(held, worker.config);
  const limit = isFirst ? firstRows(worker.starts.startsOf(mailing.user_id)) : 0;
  const open = await readOpenRows(held.found, limit);
  const { limits } = await believedStatus(mailing.user_id, worker.config);
  const addresses = open.map((row) => row.email_norm);
  const also = nothingFound();
  const [contacts, people, parts, excluded, places, keys] = await Promise.all([
    contactsOfRows(mailing.user_id, open, compiled.program.names),
    readPeople(mailing.user_id, open),
    mailing.message_id === undefined ? null : readMessageParts(mailing.user_id, mailing.message_id),
    readExclusions(mailing, addresses, also),
    takeMailPlaces(mailing.user_id, open.length, limits.mails_per_day),
    worker.mailKeys.of(mailing.user_id, mailing.content.from_email),
  ]);
  return newSlice({
    worker,
    held,
    mailing,
    compiled,
    isFirst,
    open,
    isPart: limit > 0 && open.length === limit,
    hasMoreTime: limit > 0,
    known: { contacts, people, parts, excluded, places, keys, ...also },
  });
}
