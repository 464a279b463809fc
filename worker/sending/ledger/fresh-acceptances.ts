import type { DeliveryDocument } from '../../../common/models/deliveries.ts';

/** What the row of an accepted mail says of it, as this process has just written it. */
export type FreshAcceptance = Pick<
  DeliveryDocument,
  '_id' | 'user_id' | 'mailing' | 'contact_id' | 'email' | 'state' | 'attempts' | 'accepted_at'
>;

/** Milliseconds after which a generation of rows is forgotten with the next one, and its rows at most (some 200 bytes each). */
const [GENERATION_MS, MOST] = [10_000, 30_000];

let young = new Map<number, FreshAcceptance>();
let old = new Map<number, FreshAcceptance>();
let timer: NodeJS.Timeout | undefined;

function nextGeneration(): void {
  clearTimeout(timer);
  timer = undefined;
  old = young;
  young = new Map();
  if (old.size > 0) wait();
}

function wait(): void {
  timer = setTimeout(nextGeneration, GENERATION_MS);
  timer.unref();
}

/**
 * Remembers rows for some seconds: webhooks are told of them meanwhile (`worker/webhooks/deliveries.ts`), and need not read what this process has
 * just written. Only for rows that are known to be stored.
 */
export function rememberAcceptances(mails: readonly FreshAcceptance[]): void {
  for (const mail of mails) young.set(mail._id, mail);
  if (young.size >= MOST) nextGeneration();
  else if (timer === undefined) wait();
}

/** The row of a mail, if this process has written that it was accepted in the last seconds. An address may have been erased since. */
export const freshAcceptance = (id: number): FreshAcceptance | undefined => young.get(id) ?? old.get(id);
