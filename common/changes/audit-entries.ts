import { now } from '../clock.ts';
import { withoutAddress } from '../domain/without-address.ts';
import { AuditEntry, type AuditEntryDocument, type AuditOutcome } from '../models/audit-entries.ts';
import { nextId } from '../store/ids.ts';
import { outsideTransaction } from '../store/transactions.ts';

/** Who acts, as an entry has it. */
export type Actor = Pick<AuditEntryDocument, 'by' | 'key' | 'key_name' | 'device' | 'network'>;

/** An operator, by a command or in the console. The account reads it, so it says no more. */
export const OPERATOR: Actor = { by: 'operator', key: null, key_name: null, device: null, network: null };

/** The records that an act is about. */
export type AuditSubject = Partial<Pick<AuditEntryDocument, 'record_id' | 'utr' | 'subject' | 'records'>>;

export interface Act {
  readonly userId: number;
  readonly actor: Actor;
  readonly act: string;
  readonly concerned?: AuditSubject;
}

/** An act that is under way. */
export interface OpenAct {
  /** Says how the act ended, and which record it made. */
  end(outcome: Exclude<AuditOutcome, 'begun'>, made?: AuditSubject): Promise<void>;
}

/** Characters of a public key that tell it from the others of an account. */
const KEY_SHOWN = 11;

/** Characters of a key's name, and of a utr, at most. */
const [NAME_MAX, UTR_MAX] = [255, 64];

/** Entries that are removed at once. */
const AT_ONCE = 10_000;

/** Enough of a public key to recognise it among an account's keys. */
export const prefixOf = (publicKey: string): string => publicKey.slice(0, KEY_SHOWN);

/** Cut to what an entry may have, without any address. */
const shortened = ({ key, key_name, ...rest }: Actor): Actor => ({
  ...rest,
  key: key && prefixOf(key),
  key_name: key_name && withoutAddress(key_name.slice(0, NAME_MAX)).slice(0, NAME_MAX),
});

async function write({ userId, actor, act, concerned = {} }: Act, outcome: AuditOutcome): Promise<number> {
  const { record_id = null, utr = null, subject = null, records = null } = concerned;
  const _id = await nextId('audit_entries');
  await AuditEntry.insertOne({
    _id,
    user_id: userId,
    ...shortened(actor),
    act,
    record_id,
    utr: utr && utr.slice(0, UTR_MAX),
    subject: subject && withoutAddress(prefixOf(subject)),
    records,
    outcome,
    at: now(),
  });
  return _id;
}

/**
 * Stores that an act begins, with majority, before it changes anything: a crash between the two leaves an entry that says `begun`, and
 * never a change without an entry (docs/decisions/033-audit-log.md). It is no part of a transaction, as a call that is rolled back was
 * tried all the same.
 */
export const beginAct = (act: Act): Promise<OpenAct> =>
  outsideTransaction(async () => {
    const _id = await write(act, 'begun');
    return {
      end: (outcome, made) =>
        outsideTransaction(async () => {
          await AuditEntry.updateOne({ _id, outcome: 'begun' }, { $set: { outcome, ...made } });
        }),
    };
  });

/** Stores an act that is over. */
export const noteAct = (act: Act, outcome: Exclude<AuditOutcome, 'begun'> = 'done'): Promise<void> =>
  outsideTransaction(async () => {
    await write(act, outcome);
  });

/** Whether the answer of an act says that it was done: null and false say that it was refused. */
export const isDone = <Result>(result: Result): result is Exclude<Result, null | false> =>
  result !== null && result !== false;

/** Does work that is an act. Where it throws, it may have been done. `madeBy` names what it made. */
export async function audited<Result>(
  act: Act,
  work: () => Promise<Result>,
  madeBy?: (result: Exclude<Result, null | false>) => AuditSubject,
): Promise<Result> {
  const begun = await beginAct(act);
  const result = await work();
  await (isDone(result) ? begun.end('done', madeBy?.(result)) : begun.end('refused'));
  return result;
}

/** Removes entries from before a time, in groups until `isStopping`; answers how many. */
export async function removeEntries(before: Date, isStopping: () => boolean): Promise<number> {
  let removed = 0;
  while (!isStopping()) {
    const old = await AuditEntry.find({ at: { $lt: before } })
      .sort({ at: 1 })
      .limit(AT_ONCE)
      .project<{ _id: number }>({ _id: 1 })
      .toArray();
    if (old.length === 0) break;
    await AuditEntry.deleteMany({ _id: { $in: old.map(({ _id }) => _id) } });
    removed += old.length;
  }
  return removed;
}
