import { now } from '../clock.ts';
import { withoutAddress } from '../domain/without-address.ts';
import { AuditEntry, type AuditEntryDocument, type AuditOutcome } from '../models/audit-entries.ts';
import { everywhere } from '../store/everywhere.ts';
import { nextId } from '../store/ids.ts';
import { outsideTransaction } from '../store/transactions.ts';

export type Actor = Pick<AuditEntryDocument, 'by' | 'key' | 'key_name' | 'device' | 'network'>;

/** By a command or in the console. The account reads the entry, so it names no person. */
export const OPERATOR: Actor = { by: 'operator', key: null, key_name: null, device: null, network: null };

export type AuditSubject = Partial<Pick<AuditEntryDocument, 'record_id' | 'utr' | 'subject' | 'records'>>;

export interface Act {
  readonly userId: number;
  readonly actor: Actor;
  readonly act: string;
  readonly concerned?: AuditSubject;
}

export interface OpenAct {
  end(outcome: Exclude<AuditOutcome, 'begun'>, made?: AuditSubject): Promise<void>;
}

const KEY_SHOWN = 11;

const [NAME_MAX, UTR_MAX] = [255, 64];

const AT_ONCE = 10_000;

export const prefixOf = (publicKey: string): string => publicKey.slice(0, KEY_SHOWN);

const shortened = ({ key, key_name, ...rest }: Actor): Actor => ({
  ...rest,
  key: key && prefixOf(key),
  key_name: key_name && withoutAddress(key_name.slice(0, NAME_MAX)).slice(0, NAME_MAX),
});

async function write({ userId, actor, act, concerned = {} }: Act, outcome: AuditOutcome): Promise<number> {
  const { record_id = null, utr = null, subject = null, records = null } = concerned;
  const _id = await nextId('audit_entries');
  await AuditEntry.of(userId).insertOne({
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
 * Stores the begin of an act, with majority, before it changes anything: a crash leaves an entry `begun`, never a change without an entry
 * (docs/decisions/033-audit-log.md). It is outside of transactions: a call that is rolled back was tried too.
 */
export const beginAct = (act: Act): Promise<OpenAct> =>
  outsideTransaction(async () => {
    const _id = await write(act, 'begun');
    return {
      end: (outcome, made) =>
        outsideTransaction(async () => {
          await AuditEntry.of(act.userId).updateOne(
            { _id, outcome: 'begun' },
            { $set: { outcome, ...made } },
          );
        }),
    };
  });

export const noteAct = (act: Act, outcome: Exclude<AuditOutcome, 'begun'> = 'done'): Promise<void> =>
  outsideTransaction(() => noteActWithin(act, outcome));

/** In the current transaction, if any: for the first entry of an account, which is rolled back with it. */
export async function noteActWithin(
  act: Act,
  outcome: Exclude<AuditOutcome, 'begun'> = 'done',
): Promise<void> {
  await write(act, outcome);
}

export const isDone = <Result>(result: Result): result is Exclude<Result, null | false> =>
  result !== null && result !== false;

/** Audits `work`. When it throws, the entry stays `begun`, because it may have been done. `madeBy` names the created record. */
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

export async function removeEntries(before: Date, isStopping: () => boolean): Promise<number> {
  const entries = everywhere(AuditEntry, 'retention');
  let removed = 0;
  while (!isStopping()) {
    const old = await entries
      .find({ at: { $lt: before } })
      .sort({ at: 1 })
      .limit(AT_ONCE)
      .project<{ _id: number }>({ _id: 1 })
      .toArray();
    if (old.length === 0) break;
    await entries.deleteMany({ _id: { $in: old.map(({ _id }) => _id) } });
    removed += old.length;
  }
  return removed;
}
