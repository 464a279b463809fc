import type { MongoBulkWriteError } from 'mongodb';
import { now } from '../clock.ts';
import { normalizeAddress } from '../domain/addresses.ts';
import { chunksOf } from '../domain/chunks.ts';
import { idsBy } from '../domain/ids-by.ts';
import { ContactType } from '../models/contact-types.ts';
import { Contact, type ContactDocument } from '../models/contacts.ts';
import type { LiftedOptOut } from '../models/event-notes.ts';
import { Suppression, type SuppressionDocument, type SuppressionReason } from '../models/suppressions.ts';
import { optOuts } from '../queries/opt-out-filters.ts';
import { type BulkWrite, type Filter, upserting } from '../store/collection.ts';
import { isDuplicateKey } from '../store/connection.ts';
import { nextIds } from '../store/ids.ts';
import { bounceSources } from './bounced-addresses.ts';
import { endByOptOut } from './enrollments.ts';
import { type ComingEvent, toldChange } from './event-notes.ts';
import { markUnsubscribes } from './unsubscribe-counts.ts';

/** The origin: the link of a mail, which can undo it, or an import, which may know the date for each address. */
interface OptOutOrigin {
  readonly delivery?: number;
  readonly import_id?: number;
  readonly by?: 'person' | 'console';
  readonly since?: ReadonlyMap<string, Date>;
  readonly lines?: ReadonlyMap<string, number>;
}

/** Opts addresses out of the whole account (`groupId` null) or of one group. An existing opt-out, in any spelling, stays. */
export async function addOptOuts(
  userId: number,
  groupId: number | null,
  addresses: readonly string[],
  origin: OptOutOrigin = {},
): Promise<{ added: number; ids: number[] }> {
  const { delivery } = origin;
  const wanted = new Map<string, string>();
  for (const address of addresses) {
    const norm = normalizeAddress(address);
    if (!wanted.has(norm)) wanted.set(norm, address);
  }
  const all = [...wanted.keys()];
  const ids = await idsOf(optOuts(userId, groupId), all);
  if (delivery === undefined) await keepForGood(userId, [...ids.values()]);
  for (const norm of ids.keys()) wanted.delete(norm);
  const added = wanted.size === 0 ? 0 : await insertOptOuts(userId, groupId, wanted, ids, origin);
  // Last, and also for existing opt-outs: a crash may have come between the two.
  await endByOptOut(userId, groupId, all);
  return { added, ids: all.flatMap((norm) => ids.get(norm) ?? []) };
}

/** An opt-out by a link that other means confirm, such as a complaint, can no longer be undone by the link. */
async function keepForGood(userId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await Suppression.of(userId).updateMany(
    { _id: { $in: [...ids] }, delivery: { $exists: true } },
    { $unset: { delivery: '' } },
  );
}

async function idsOf(
  of: Pick<SuppressionDocument, 'user_id' | 'reason' | 'unsubscribe_groups_id'>,
  norms: readonly string[],
): Promise<Map<string, number>> {
  const there = await Suppression.of(of.user_id)
    .find({ ...of, email_norm: { $in: [...norms] } })
    .project<Pick<SuppressionDocument, '_id' | 'email_norm'>>({ email_norm: 1 })
    .toArray();
  return new Map(there.map(({ _id, email_norm }) => [email_norm, _id]));
}

async function insertOptOuts(
  userId: number,
  groupId: number | null,
  wanted: ReadonlyMap<string, string>,
  ids: Map<string, number>,
  { delivery, import_id, by, since, lines }: OptOutOrigin,
): Promise<number> {
  const first = await nextIds('suppressions', wanted.size);
  const at = now();
  const added = [...wanted].map(
    ([email_norm, email_address], index): SuppressionDocument => ({
      _id: first + index,
      ...optOuts(userId, groupId),
      email_address,
      email_norm,
      ...(delivery !== undefined && { delivery }),
      ...(import_id !== undefined && { import_id }),
      ...(by && { by }),
      ...(lines && { import_line: lines.get(email_norm)! }),
      created_at: since?.get(email_norm) ?? at,
      updated_at: at,
    }),
  );
  if (groupId !== null) {
    await markUnsubscribes(
      userId,
      groupId,
      added.map((row) => row._id),
    );
  }
  try {
    const told = added.map(({ _id: id }): ComingEvent => {
      const link = delivery === undefined ? {} : { delivery };
      return { user_id: userId, type: 'contact.unsubscribed', id, ...link };
    });
    const { insertedCount } = await toldChange(told, () =>
      Suppression.of(userId).insertMany(added, { ordered: false }),
    );
    for (const { _id, email_norm } of added) ids.set(email_norm, _id);
    return insertedCount;
  } catch (error) {
    // Of two concurrent requests with one address, the second finds the entry.
    if (!isDuplicateKey(error)) throw error;
    for (const [norm, id] of await idsOf(optOuts(userId, groupId), [...wanted.keys()])) ids.set(norm, id);
    return (error as MongoBulkWriteError).insertedCount;
  }
}

/** The person or program that lifts an opt-out, and the mail whose link did. */
export type OptOutLift = Pick<LiftedOptOut, 'by'> & Pick<ComingEvent, 'delivery'>;

/**
 * Removes an opt-out; with `delivery`, only one that a link of that mail made. Bounced addresses stay. `told`: the event of it, unless the
 * caller reports it. Returns the number removed.
 */
export async function removeOptOut(
  userId: number,
  groupId: number | null,
  address: string,
  { delivery, told }: { delivery?: number; told?: OptOutLift | undefined } = {},
): Promise<number> {
  const there = await Suppression.of(userId)
    .find({
      ...optOuts(userId, groupId),
      email_norm: normalizeAddress(address),
      ...(delivery !== undefined && { delivery }),
    })
    .toArray();
  return told ? liftOptOuts(userId, there, told) : deleteOptOuts(userId, there);
}

/** Removes those opt-outs by id, as a call asks. Returns the number removed. */
export async function removeOptOuts(
  userId: number,
  which: Filter<SuppressionDocument>,
  ids: readonly number[],
  by: 'console' | 'api',
): Promise<number> {
  const found = Suppression.of(userId).find({ ...which, _id: { $in: [...ids] } });
  return liftOptOuts(userId, await found.toArray(), { by });
}

/** The events keep the addresses, because the rows are gone when they are read. */
async function liftOptOuts(
  userId: number,
  found: readonly SuppressionDocument[],
  { by, ...link }: OptOutLift,
): Promise<number> {
  const events = found.map(({ _id: opt_out, email_address: email }): ComingEvent => {
    const lifted = { opt_out, email, by };
    return { user_id: userId, type: 'contact.resubscribed', id: 0, lifted, ...link };
  });
  await noteRemovals(userId, found, by);
  return (await toldChange(events, async () => (await deleteOptOuts(userId, found)) || null)) ?? 0;
}

/** Removed opt-outs that a contact keeps. */
const REMOVALS = 50;
/** Addresses whose contacts are looked up at once. */
const NOTED = 1000;

/** Stores removals with the contacts of the addresses, before they happen. A repeated one is stored once. */
async function noteRemovals(
  userId: number,
  found: readonly SuppressionDocument[],
  by: LiftedOptOut['by'],
): Promise<void> {
  const types = found.length === 0 ? [] : await ContactType.of(userId).distinct('_id');
  for (const some of chunksOf(found, NOTED)) {
    const contacts = await Contact.of(userId)
      .find({
        contact_type_id: { $in: types },
        email_norm: { $in: some.map(({ email_norm }) => email_norm) },
        deleted_at: null,
      })
      .project<Pick<ContactDocument, '_id' | 'email_norm'>>({ email_norm: 1 })
      .toArray();
    const idsOf = idsBy(contacts, ({ email_norm }) => email_norm);
    const at = now();
    const writes = some.flatMap(
      ({ _id, email_norm, unsubscribe_groups_id, created_at }): BulkWrite<ContactDocument>[] => {
        const ids = idsOf.get(email_norm);
        if (!ids) return [];
        const removed = {
          email_norm,
          opt_out: _id,
          group: unsubscribe_groups_id,
          by,
          opted_out_at: created_at,
          at,
        };
        return [
          {
            updateMany: {
              filter: { _id: { $in: ids }, 'removed_opt_outs.opt_out': { $ne: _id } },
              update: { $push: { removed_opt_outs: { $each: [removed], $slice: -REMOVALS } } },
            },
          },
        ];
      },
    );
    if (writes.length > 0) await Contact.of(userId).bulkWrite(writes, { ordered: false });
  }
}

async function deleteOptOuts(userId: number, found: readonly SuppressionDocument[]): Promise<number> {
  for (const [groupId, ids] of idsBy(found, (row) => row.unsubscribe_groups_id)) {
    if (groupId !== null) await markUnsubscribes(userId, groupId, ids);
  }
  const ids = found.map((row) => row._id);
  return (await Suppression.of(userId).deleteMany({ _id: { $in: ids } })).deletedCount;
}

/** Addresses that the account does not want to mail; existing entries stay. Returns the entries' ids. */
export async function addManual(userId: number, addresses: readonly string[]): Promise<number[]> {
  const wanted = new Map(addresses.map((address) => [normalizeAddress(address), address]));
  return suppressAll(userId, 'manual', wanted, () => ({}));
}

/** Addresses that the account knows to have bounced, or to have complained or unsubscribed elsewhere. Returns the entries' ids. */
export async function addKnown(
  userId: number,
  reason: SuppressionReason,
  addresses: readonly string[],
): Promise<number[]> {
  if (reason === 'manual') return addManual(userId, addresses);
  if (reason === 'unsubscribed') return (await addOptOuts(userId, null, addresses)).ids;
  if (reason === 'complained') await addOptOuts(userId, null, addresses);
  return addImported(
    userId,
    reason,
    null,
    new Map(addresses.map((address) => [normalizeAddress(address), { address, since: null }])),
  );
}

/** A recipient reported a mail as spam: the address is excluded from all mail, and shown with the report. */
export async function addComplaint(
  userId: number,
  address: string,
  { reply, mailing }: { reply: string; mailing: string },
): Promise<void> {
  await addOptOuts(userId, null, [address]);
  const utr = (await bounceSources([userId], [mailing])).get(mailing)?.utr ?? null;
  const wanted = new Map([[normalizeAddress(address), address]]);
  await suppressAll(userId, 'complained', wanted, () => ({ reply, utr, mailing }));
}

/** An address that an import found suppressed, with the data of its file. */
export interface ImportedSuppression extends Partial<Pick<SuppressionDocument, 'class' | 'reply'>> {
  readonly address: string;
  readonly since: Date | null;
  /** Of a file of suppressions. */
  readonly import_line?: number;
}

/** Suppresses addresses of an import or a call for a reason other than an opt-out. Existing entries stay, but a suspected one becomes suppressed. */
export async function addImported(
  userId: number,
  reason: SuppressReason,
  import_id: number | null,
  found: ReadonlyMap<string, ImportedSuppression>,
): Promise<number[]> {
  const wanted = new Map([...found].map(([norm, { address }]) => [norm, address]));
  const ids = await suppressAll(userId, reason, wanted, (norm) => {
    const { address: _, since, ...said } = found.get(norm)!;
    return { ...said, ...(import_id !== null && { import_id }), ...(since && { created_at: since }) };
  });
  await Suppression.of(userId).updateMany(
    { email_norm: { $in: [...found.keys()] }, reason, state: 'suspected' },
    { $set: { state: 'active', updated_at: now() } },
  );
  return ids;
}

export type SuppressReason = Exclude<SuppressionReason, 'unsubscribed'>;

async function suppressAll(
  userId: number,
  reason: SuppressReason,
  wanted: ReadonlyMap<string, string>,
  saidOf: (norm: string) => Partial<SuppressionDocument>,
): Promise<number[]> {
  const first = await nextIds('suppressions', wanted.size);
  const at = now();
  const of = { user_id: userId, reason, unsubscribe_groups_id: null };
  await Suppression.of(userId).bulkWrite(
    [...wanted].map(([email_norm, email_address], index) =>
      upserting(
        { ...of, email_norm },
        {
          $setOnInsert: {
            _id: first + index,
            email_address,
            class: null,
            reply: null,
            utr: null,
            state: 'active' as const,
            created_at: at,
            updated_at: at,
            ...saidOf(email_norm),
          },
        },
      ),
    ),
    { ordered: false },
  );
  const norms = [...wanted.keys()];
  const ids = await idsOf(of, norms);
  return norms.flatMap((norm) => ids.get(norm) ?? []);
}
