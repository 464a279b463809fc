import { now } from '../clock.ts';
import { normalizeAddress } from '../domain/addresses.ts';
import { domainOf } from '../domain/domain-of.ts';
import { GONE, type ReplyClass, SUSPECTING_RULES } from '../domain/reply-classes.ts';
import { Mailing, type MailingDocument } from '../models/mailings.ts';
import { Suppression, type SuppressionDocument, type SuppressionState } from '../models/suppressions.ts';
import { OWNED, type OwnedMailing, readOwners } from '../queries/owners-of-mailings.ts';
import { type BulkWrite, updating, upserting } from '../store/collection.ts';
import { reserveIds } from '../store/ids.ts';

/** An address is suppressed after this many consecutive mailings met a full mailbox within these days … */
const FULL: Repetition = { least: 5, days: 14, shown: {} };
/** … or were refused for good for a reason that no rule knows. */
const UNKNOWN: Repetition = { least: 4, days: 90, shown: { class: 'inactive', rule: 'repeated' } };
/** … or by a server that is not trusted, for what is not surely a dead mailbox. */
const UNSURE: Repetition = { least: 4, days: 90, shown: {}, areApart: true };
const DAY = 24 * 3600_000;

interface Repetition {
  readonly least: number;
  readonly days: number;
  /** Fields of the entry that change when it becomes active. */
  readonly shown: Partial<Pick<SuppressionDocument, 'class' | 'rule'>>;
  /** Whether a reply within a day of the last one does not count: one fault may have caused both. */
  readonly areApart?: boolean;
}

/** A reply of class `gone`, `inactive`, `full` or `unknown`, which may suppress its address. */
export interface BouncedAddress {
  readonly user_id: number;
  readonly email: string;
  readonly class: ReplyClass;
  readonly rule?: string;
  readonly reply: string;
  readonly mailing: string;
  readonly delivery?: number;
  /** Whether the server of this domain is trusted (`changes/reply-counts.ts`); called as late as possible. */
  readonly believes: (domain: string) => Promise<boolean>;
}

export const isOfAddress = (name: ReplyClass): boolean => GONE.has(name) || name === 'full';

/**
 * Stores replies about addresses. `gone` and `inactive` suppress at once when the server is trusted and the reply is sure; otherwise the
 * address is suspected until a later mailing gets such a reply, of which one of the two has to hold. `full`, `unknown`, and replies of
 * which neither holds, suppress after several mailings in a row. It is idempotent.
 */
export async function noteBouncedAddresses(bounced: readonly BouncedAddress[]): Promise<void> {
  if (bounced.length === 0) return;
  const accounts = new Set(bounced.map(({ user_id }) => user_id));
  const sources = await bounceSources(accounts, [...new Set(bounced.map(({ mailing }) => mailing))]);
  const first = await reserveIds('suppressions', bounced.length);
  const at = now();
  const operations: BulkWrite<SuppressionDocument>[] = [];
  for (const [index, one] of bounced.entries()) {
    const norm = normalizeAddress(one.email);
    const of = {
      user_id: one.user_id,
      email_norm: norm,
      reason: 'bounced',
      unsubscribe_groups_id: null,
    } as const;
    const source = sources.get(one.mailing);
    const said = {
      class: one.class,
      reply: one.reply,
      utr: source?.utr ?? null,
      updated_at: at,
      ...(one.delivery !== undefined && { delivery: one.delivery }),
    };
    const fresh = { _id: first + index, email_address: one.email, created_at: at };
    if (one.class === 'full' || one.class === 'unknown') {
      const repetition = one.class === 'full' ? FULL : UNKNOWN;
      operations.push(...repeated(of, { ...said, ...fresh }, one.mailing, repetition));
      continue;
    }
    const isSure = !SUSPECTING_RULES.has(one.rule ?? '');
    const isBelieved = await one.believes(domainOf(norm));
    const state: SuppressionState = isSure && isBelieved ? 'active' : 'suspected';
    const before = source?.began ?? new Date(at.getTime() - DAY);
    operations.push(
      ...(isSure || isBelieved
        ? gone(of, said, fresh, state, one.mailing, before)
        : repeated(of, { ...said, ...fresh }, one.mailing, UNSURE)),
    );
  }
  // Ordered: the operations of an address build on one another.
  await Suppression.among(accounts).bulkWrite(operations);
}

type BounceKey = Pick<SuppressionDocument, 'user_id' | 'email_norm' | 'unsubscribe_groups_id'> & {
  reason: 'bounced';
};
type BounceReply = Required<Pick<SuppressionDocument, 'class' | 'reply' | 'utr' | 'updated_at'>> &
  Pick<SuppressionDocument, 'delivery'>;
type NewSuppression = Pick<SuppressionDocument, '_id' | 'email_address' | 'created_at'>;

/**
 * `before`: a reply before it confirms this one: the start of a mailing that ends; of an automation's email, which never ends, a day ago.
 */
function gone(
  of: BounceKey,
  said: BounceReply,
  fresh: NewSuppression,
  state: SuppressionState,
  mailing: string,
  before: Date,
): BulkWrite<SuppressionDocument>[] {
  return [
    // The second reply must come from a mailing that began after the first: before, one mistake may have affected both.
    updating(
      {
        ...of,
        state: 'suspected',
        class: { $in: [...GONE] },
        mailing: { $ne: mailing },
        updated_at: { $lt: before },
      },
      { $set: { ...said, mailing, state: 'active' } },
    ),
    updating(
      { ...of, state: 'suspected', class: { $in: ['full', 'unknown'] } },
      { $set: { ...said, mailing, state }, $unset: { fulls: '' } },
    ),
    upserting(of, { $setOnInsert: { ...said, ...fresh, mailing, state } }),
  ];
}

/** Counts mailings in a row; a delivery removes the entry (`clearSuspicions`). */
function repeated(
  of: BounceKey,
  { class: name, reply, utr, updated_at, ...fresh }: BounceReply & NewSuppression,
  mailing: string,
  { least, days, shown, areApart }: Repetition,
): BulkWrite<SuppressionDocument>[] {
  const said = { reply, utr, updated_at };
  const at = updated_at;
  const since = new Date(at.getTime() - days * DAY);
  return [
    upserting(of, { $setOnInsert: { ...said, ...fresh, class: name, mailing, state: 'suspected' } }),
    updating(
      {
        ...of,
        state: 'suspected',
        class: name,
        'fulls.mailing': { $ne: mailing },
        ...(areApart && { 'fulls.at': { $not: { $gt: new Date(at.getTime() - DAY) } } }),
      },
      {
        $set: { ...said, mailing },
        $push: { fulls: { $each: [{ mailing, at }], $slice: -least } },
      },
    ),
    updating(
      {
        ...of,
        state: 'suspected',
        class: name,
        [`fulls.${least - 1}`]: { $exists: true },
        'fulls.0.at': { $gte: since },
      },
      { $set: { state: 'active', ...shown } },
    ),
  ];
}

/** A delivered mail disproves suspicions about its address, and a full mailbox has room again. */
export async function clearSuspicions(userId: number, norms: readonly string[]): Promise<void> {
  if (norms.length === 0) return;
  await Suppression.of(userId).deleteMany({
    email_norm: { $in: [...norms] },
    reason: 'bounced',
    state: 'suspected',
  });
}

interface BounceSource {
  readonly utr: string | null;
  readonly began: Date | null;
}

export async function bounceSources(
  accounts: Iterable<number>,
  keys: readonly string[],
): Promise<ReadonlyMap<string, BounceSource>> {
  const mailings = await Mailing.among(accounts)
    .find({ _id: { $in: [...keys] } })
    .project<OwnedMailing & Pick<MailingDocument, 'created_at'>>({ ...OWNED, created_at: 1 })
    .toArray();
  const owners = await readOwners(mailings);
  return new Map(
    mailings.map(({ _id, schedule_id, created_at }) => [
      _id,
      { utr: owners.get(_id)?.utr ?? null, began: schedule_id === null ? created_at : null },
    ]),
  );
}
