import type { Arena } from './arena.ts';
import { type Comparison, compareBooks } from './books.ts';
import { perKill, type Setup, WINDOW_MS } from './bounds.ts';

export interface SendVerdict extends Comparison {
  /** Number of doubled mails that are allowed: kills times the cost of one, and the connections that were cut. */
  readonly bound: number;
}

interface Question {
  utr: string;
  kills?: readonly number[];
  /** Mails that one kill may double; by default the bound of the setup. */
  perKill?: number;
  windowMs?: number;
  /** Whether the books have mails of other sends, too. */
  foreign?: boolean;
  /** Deliveries whose mails came back later. */
  returned?: ReadonlySet<number>;
}

/** Compares the books, the ledger and the API's figures of a completed send. */
export async function judgeSend(arena: Arena, setup: Setup, question: Question): Promise<SendVerdict> {
  const { utr, kills = [], windowMs = WINDOW_MS, foreign = false } = question;
  const allowed = question.perKill ?? perKill(setup);
  const compared = await compareBooks({
    mailings: [await arena.mailing(utr)],
    copies: await arena.copies(),
    kills,
    perKill: allowed,
    windowMs,
    foreign,
    ...(question.returned && { returned: question.returned }),
    secret: arena.stack.environment['APP_SECRET']!,
  });
  const { states, broken } = compared;
  const shown = await arena.details(utr);
  const expected: Record<string, number> = {
    delivered: states['accepted'] ?? 0,
    bounces: states['bounced'] ?? 0,
    in_doubt: states['in_doubt'] ?? 0,
    skipped: states['skipped'] ?? 0,
    pending: 0,
    status: 3,
  };
  expected['triggered'] = expected['delivered']! + expected['bounces']! + expected['in_doubt']!;
  for (const [name, count] of Object.entries(expected)) {
    if (shown[name] !== count) broken.push(`the API shows ${name} ${shown[name]}, the ledger has ${count}`);
  }
  return { ...compared, bound: kills.length * allowed + compared.cut };
}
