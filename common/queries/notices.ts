import { now } from '../clock.ts';
import type { Logger } from '../log.ts';
import { Notice, type NoticeDocument, type NoticeFacts, type NoticeKind } from '../models/notices.ts';
import { isDuplicateKey, rows } from '../mongo.ts';

/** Something that notification recipients are to be told. */
export interface NoticeEvent {
  readonly kind: NoticeKind;
  readonly user_id: number;
  /** The id of the record it is about. */
  readonly subject: number;
  /** Tells it from another event of this kind about this record, where there can be one: letters, digits, `-`, `_`. */
  readonly occasion?: string | number;
  readonly facts?: NoticeFacts;
}

type Log = Pick<Logger, 'warn'>;

/**
 * Notes an event, once however often it is noted; the sweep finds it within a second. It never throws: what the
 * caller does is worth more than the mail about it.
 */
export async function note(event: NoticeEvent, log: Log): Promise<void> {
  const { kind, user_id, subject, occasion, facts = {} } = event;
  const key = [kind, subject, ...(occasion === undefined ? [] : [occasion])].join('-');
  const at = now();
  try {
    await rows(Notice).insertOne({
      ...untried({ user_id, kind, subject, facts, at }),
      _id: key,
      at,
      due_at: at,
      count: 1,
      addresses: [],
    });
  } catch (error) {
    if (!isDuplicateKey(error)) log.warn({ notice: key, err: error }, 'an event was not noted');
  }
}

const MINUTE = 60_000;
/** Addresses that a mail names; it counts the others. */
const NAMED = 10;
/** Minutes that are tried after this one: each may have been mailed by a worker whose clock is ahead. */
const MINUTES_AHEAD = 3;

/**
 * Notes that `address` unsubscribed from all mails of an account. Whoever does so within the same minute shares one
 * notice, which is due when the minute is over. Never throws.
 */
export async function noteUnsubscribed(user_id: number, address: string, log: Log): Promise<void> {
  const at = now();
  const minute = Math.floor(at.getTime() / MINUTE);
  try {
    for (let ahead = 0; ahead <= MINUTES_AHEAD; ahead += 1) {
      if (await addToMinute(user_id, address, minute + ahead, at)) return;
    }
    log.warn({ user_id }, 'an event was not noted');
  } catch (error) {
    log.warn({ user_id, err: error }, 'an event was not noted');
  }
}

/** False: that minute's notice is claimed already, and its mails may be out. */
async function addToMinute(user_id: number, address: string, minute: number, at: Date): Promise<boolean> {
  const kind = 'unsubscribed-all';
  const unclaimed = {
    _id: `${kind}-${user_id}-${minute}`,
    claim: null,
    due_at: { $type: 'date' as const },
  };
  const addition = {
    $inc: { count: 1 },
    $push: { addresses: { $each: [address], $slice: NAMED } },
    $max: { at },
    $setOnInsert: {
      ...untried({ user_id, kind, subject: user_id, facts: {}, at }),
      due_at: new Date((minute + 1) * MINUTE),
    },
  };
  try {
    await rows(Notice).updateOne(unclaimed, addition, { upsert: true });
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  // Claimed, or made by another at this very moment.
  return (await rows(Notice).updateOne(unclaimed, addition)).matchedCount === 1;
}

type Untried = Omit<NoticeDocument, '_id' | 'at' | 'due_at' | 'count' | 'addresses'>;

const untried = ({ at, ...event }: Pick<Untried, 'user_id' | 'kind' | 'subject' | 'facts'> & { at: Date }) =>
  ({ ...event, claim: null, attempts: 0, walked_to: 0, again: [], created_at: at }) satisfies Untried;

/** For the sweep: accounts with notices that are due. */
export const dueNotices = (at: Date): Promise<number[]> =>
  // Of any account: the index is by account, and asked by it alone.
  rows(Notice).distinct('user_id', { user_id: { $gt: 0 }, due_at: { $type: 'date', $lte: at } });
