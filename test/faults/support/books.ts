import { readFileSync } from 'node:fs';
import { messageIdOf } from '../../../common/domain/message-ids.ts';
import { Delivery, type DeliveryDocument } from '../../../common/models/deliveries.ts';
import { Mailing } from '../../../common/models/mailings.ts';
import { oldToken } from '../../support/old-tokens.ts';
import { rows } from '../../support/rows.ts';

/** A mail in the book of a mail server. */
export interface Copy {
  /** Time in milliseconds. */
  readonly at: number;
  /** Message-ID. */
  readonly id: string;
  readonly to: string;
  /** Whether the reply was sent, or the connection cut instead. */
  readonly reply: '250' | 'lost';
}

/** The mails of all books, ordered by time. */
export function readCopies(books: readonly string[]): Copy[] {
  return books
    .flatMap((book) => readFileSync(book, 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => line.split(' '))
    .filter(([, , , , reply]) => reply === '250' || reply === 'lost')
    .map(
      ([at, , id, to, reply]): Copy => ({ at: Number(at), id: id!, to: to!, reply: reply as '250' | 'lost' }),
    )
    .sort((a, b) => a.at - b.at);
}

/** How many addresses the mail server refused permanently, and how many of them more than once. */
export function readRefusals(book: string): { refused: number; refusedTwice: number } {
  const times = new Map<string, number>();
  for (const line of readFileSync(book, 'utf8').split('\n')) {
    const [, , , to, reply] = line.split(' ');
    if (reply === 'refused') times.set(to!, (times.get(to!) ?? 0) + 1);
  }
  return { refused: times.size, refusedTwice: [...times.values()].filter((count) => count > 1).length };
}

export interface Terms {
  readonly mailings: readonly string[];
  readonly copies: readonly Copy[];
  /** Whether the books have mails of other sends, too. */
  readonly foreign?: boolean;
  /** When processes or stores were killed, in milliseconds. */
  readonly kills: readonly number[];
  /** Doubled mails that one kill may cause. */
  readonly perKill: number;
  /** The first copy of a doubled mail is at most this much older than the kill, in milliseconds. */
  readonly windowMs: number;
  readonly secret: string;
  /** Deliveries whose mails came back later: they are in the book, and bounced. */
  readonly returned?: ReadonlySet<number>;
}

export interface Comparison {
  readonly recipients: number;
  readonly lost: number;
  readonly doubled: number;
  /** Doubled mails by kill, and under `cut` for connections that the mail server cut after the final dot. */
  readonly perKill: readonly number[];
  readonly cut: number;
  /** The most copies of one mail. */
  readonly mostCopies: number;
  readonly states: Readonly<Record<string, number>>;
  readonly doubted: number;
  readonly broken: string[];
}

/** A Message-ID leaves out the id of the key. */
const OLD_KEY_LENGTH = 4;
/** Only this many examples of each problem are listed. */
const SHOWN = 3;
/** A mail that was in the socket when its sender died appears in the book a moment later. */
const AFTER_DEATH_MS = 2000;

/**
 * Compares the books of the mail servers with the ledger. Every recipient of the frozen audience has a row, every accepted row
 * has a copy, and a row with two copies is marked, with its first copy shortly before a kill.
 */
export async function compareBooks({
  mailings,
  copies,
  kills,
  perKill: allowed,
  windowMs,
  secret,
  foreign = false,
  returned,
}: Terms): Promise<Comparison> {
  const [ledger, frozen] = await Promise.all([
    rows(Delivery)
      .find({ mailing: { $in: [...mailings] } })
      .toArray(),
    rows(Mailing)
      .find({ _id: { $in: [...mailings] } })
      .toArray(),
  ]);
  const audience = frozen.reduce((sum, mailing) => sum + mailing.audience.recipients, 0);
  const byId = new Map(
    ledger.map((row) => [
      `<${messageIdOf({ account: row.user_id, id: row._id }, secret, 'localhost')}>`,
      row,
    ]),
  );
  // Mails of versions before accounts in tokens.
  const isOld = copies.some(({ id }) => !byId.has(id));
  const idBy = new Map(
    isOld
      ? [...byId].map(([id, row]) => [
          `<${oldToken(secret, 'message', row._id).slice(OLD_KEY_LENGTH)}@localhost>`,
          id,
        ])
      : [],
  );
  const inBooks = new Map<string, Copy[]>();
  for (const copy of copies) {
    const id = idBy.get(copy.id) ?? copy.id;
    inBooks.set(id, [...(inBooks.get(id) ?? []), copy]);
  }

  const troubles = new Map<string, string[]>();
  const trouble = (kind: string, whom: string): void => {
    troubles.set(kind, [...(troubles.get(kind) ?? []), whom]);
  };
  // The rows of an automation's mailings are written as contacts come, so the rows are the audience.
  let lost = Math.max(0, audience - ledger.length);
  const states: Record<string, number> = {};
  for (const [id, row] of byId) {
    states[row.state] = (states[row.state] ?? 0) + 1;
    const copiesOfRow = inBooks.get(id)?.length ?? 0;
    if (isUnsettled(row)) trouble(`still ${row.state}`, row.email);
    else if (row.state === 'accepted' && copiesOfRow === 0) trouble('accepted and in no book', row.email);
    else {
      const isReturned = row.state === 'bounced' && returned?.has(row._id) === true;
      if (
        row.state !== 'accepted' &&
        row.state !== 'in_doubt' &&
        copiesOfRow > 0 &&
        !row.doubted &&
        !isReturned
      )
        trouble(`in the book and ${row.state}`, row.email);
      continue;
    }
    lost += 1;
  }

  const perKill = kills.map(() => 0);
  let doubled = 0;
  let cut = 0;
  let mostCopies = 0;
  for (const [id, ofOne] of inBooks) {
    const row = byId.get(id);
    if (!row) {
      if (!foreign) trouble('in the book and not in the ledger', ofOne[0]!.to);
      continue;
    }
    mostCopies = Math.max(mostCopies, ofOne.length);
    if (row.email !== ofOne[0]!.to) trouble(`the mail of ${row.email} went to`, ofOne[0]!.to);
    for (const [at, copy] of ofOne.entries()) {
      const next = ofOne[at + 1];
      if (!next) break;
      doubled += 1;
      if (!row.doubted) trouble('came twice and is not marked', row.email);
      if (copy.reply === 'lost') {
        cut += 1;
        continue;
      }
      const kill = killOf(kills, copy.at, next.at, windowMs);
      if (kill === null) trouble('came twice without a kill', row.email);
      else perKill[kill]! += 1;
    }
  }
  const worst = Math.max(0, ...perKill);
  if (worst > allowed) trouble('doubled by one kill', `${worst}, more than ${allowed}`);
  return {
    recipients: Math.max(audience, ledger.length),
    lost,
    doubled,
    perKill,
    cut,
    mostCopies,
    states,
    doubted: ledger.filter((row) => row.doubted).length,
    broken: [...troubles].map(
      ([kind, whom]) =>
        `${kind}: ${whom.slice(0, SHOWN).join(', ')}${whom.length > SHOWN ? ` (${whom.length})` : ''}`,
    ),
  };
}

/**
 * The kill that caused the second copy of a mail: the nearest one of those between the copies and soon enough after the first.
 * Null: there is none.
 */
function killOf(kills: readonly number[], first: number, second: number, windowMs: number): number | null {
  const distance = (at: number): number => Math.abs(kills[at]! - first);
  const fitting = [...kills.keys()].filter((at) => {
    const killed = kills[at]!;
    return killed >= first - AFTER_DEATH_MS && killed <= second && killed - first <= windowMs;
  });
  return fitting.sort((a, b) => distance(a) - distance(b))[0] ?? null;
}

const isUnsettled = ({ state }: DeliveryDocument): boolean => state === 'pending' || state === 'deferred';
