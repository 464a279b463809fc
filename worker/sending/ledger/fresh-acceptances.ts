import type { DeliveryDocument } from '../../../common/models/deliveries.ts';

export type FreshAcceptance = Pick<
  DeliveryDocument,
  '_id' | 'user_id' | 'mailing' | 'contact_id' | 'email' | 'state' | 'attempts' | 'accepted_at'
>;

/** Milliseconds after which a generation of rows is forgotten with the next one, and its most rows (some 200 bytes each). */
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

/** Webhooks (`worker/webhooks/deliveries.ts`) need not read what this process has just written. */
export function rememberAcceptances(mails: readonly FreshAcceptance[]): void {
  for (const mail of mails) young.set(mail._id, mail);
  if (young.size >= MOST) nextGeneration();
  else if (timer === undefined) wait();
}

/** The row of a mail that this process wrote as accepted in the last seconds. Its address may have been erased since. */
export const freshAcceptance = (id: number): FreshAcceptance | undefined => young.get(id) ?? old.get(id);
