import { readFileSync } from 'node:fs';
import { GONE, REPLY_CLASSES, type ReplyClass, type Verdict } from '../domain/reply-classes.ts';
import { featuresOf } from './features.ts';
import { meaningsOf } from './meanings.ts';
import type { ClassifiedReply } from './reply.ts';
import { replyTextOf } from './table.ts';

/** In the order of the weights. */
export const LEARNT_CLASSES: readonly ReplyClass[] = REPLY_CLASSES;
/** A weight is one character: this one is 0, and each further one is a step more. */
export const ZERO_WEIGHT = 'N'.charCodeAt(0);
export const WEIGHT_STEPS = 40;

/** Signs and their weights, one of each class. */
export type Weights = ReadonlyMap<string, Float64Array>;

let weights: Weights | null = null;

/** `learnt.txt`: a step, then a line for each sign: a character for each class, a space, and the sign. */
function readWeights(): Weights {
  const lines = readFileSync(new URL('learnt.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '));
  const step = Number(lines[0]);
  const count = LEARNT_CLASSES.length;
  return new Map(
    lines
      .slice(1)
      .map((line) => [
        line.slice(count + 1),
        Float64Array.from({ length: count }, (_, at) => (line.charCodeAt(at) - ZERO_WEIGHT) * step),
      ]),
  );
}

/** How probable each class is. Signs that were never met say nothing; the work is linear in the number of signs. */
export function probabilitiesBy(known: Weights, features: readonly string[]): number[] {
  const found = features.flatMap((feature) => known.get(feature) ?? []);
  const scores = LEARNT_CLASSES.map(
    (_, at) => found.reduce((sum, one) => sum + one[at]!, 0) / Math.sqrt(Math.max(1, found.length)),
  );
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const all = powers.reduce((sum, one) => sum + one, 0);
  return powers.map((one) => one / all);
}

/** Below this share for a dead mailbox, its suppression is withdrawn. Chosen with its like below by cross-validation (docs/replies.md). */
const HARDLY_DEAD = 0.2;
/** From it on, a reply that no rule knows is one of a dead mailbox. */
const SURELY_DEAD = 0.9;
/** The same against a rule. */
const DEAD_AGAINST_RULE = 0.95;
/** Against a rule, another class has to be likelier than all others together. */
const LIKELY = 0.5;
/** Where no rule fits, this share is enough. */
const LIKELIEST = 0.4;
/** Fewer words are no ground to contradict a rule, and a single one none for a class. */
const LEAST_AGAINST_RULE = 3;
const LEAST_WORDS = 2;

const NO_NUMBER = /\D/;

const OF_RECIPIENTS: ReadonlySet<string> = new Set(['mailbox', 'person', 'domain']);
const OF_US =
  /(?<= )(?:you|your|we|our|senders?|sending|from|client|ip|spam|policy|relationship|certificates?)(?= )/;

const OF_OTHERS: ReadonlySet<string> = new Set(['form', 'parts', 'virus', 'size', 'login', 'tls', 'full']);

const OF_ENDS: ReadonlySet<string> = new Set(['absent', 'closed', 'moved']);

/** Weights suppress an address only where a word names a mailbox, a person or a domain and one its end, and none us or another cause. */
function consents(words: string): boolean {
  const meanings = meaningsOf(words);
  return (
    !OF_US.test(words) &&
    meanings.some((one) => OF_RECIPIENTS.has(one)) &&
    (meanings.some((one) => OF_ENDS.has(one)) || (meanings.includes('not') && meanings.includes('exist'))) &&
    !meanings.some((one) => OF_OTHERS.has(one))
  );
}

/**
 * Weighs the answer of a general rule together with the words of the reply: rules decide by their order, so that one word of many can be
 * enough. It withdraws a suppression that is hardly right, and makes one that is nearly certain; never at MAIL, nor after a temporary reply.
 */
export function weighedBy(known: Weights, reply: ClassifiedReply, verdict: Verdict): Verdict {
  const { words, permanent } = replyTextOf(reply);
  const knownWords = new Set(words.split(' ').filter((word) => NO_NUMBER.test(word) && known.has(word)));
  if (knownWords.size < (verdict.class === 'unknown' ? LEAST_WORDS : LEAST_AGAINST_RULE)) return verdict;
  const shares = probabilitiesBy(known, featuresOf(reply, verdict));
  const shareOf = (one: ReplyClass): number => shares[LEARNT_CLASSES.indexOf(one)]!;
  const as = (one: ReplyClass): Verdict =>
    one === verdict.class ? verdict : Object.freeze({ class: one, rule: 'learnt' });
  const dead = shareOf('gone') + shareOf('inactive');
  const living = LEARNT_CLASSES.filter((one) => !GONE.has(one)).reduce((best, one) =>
    shareOf(one) > shareOf(best) ? one : best,
  );
  if (GONE.has(verdict.class)) return dead < HARDLY_DEAD ? as(living) : verdict;
  if (
    permanent &&
    reply.stage !== 'MAIL' &&
    dead >= (verdict.class === 'unknown' ? SURELY_DEAD : DEAD_AGAINST_RULE) &&
    consents(words)
  )
    return as(shareOf('gone') >= shareOf('inactive') ? 'gone' : 'inactive');
  // Where a dead mailbox is likeliest, though not certain, no other class is a better answer.
  const least = verdict.class === 'unknown' ? LIKELIEST : LIKELY;
  return dead >= LIKELY || shareOf(living) < least ? verdict : as(living);
}

/** By `learnt.txt`, which the first call reads. */
export function weighed(reply: ClassifiedReply, verdict: Verdict): Verdict {
  weights ??= readWeights();
  return weighedBy(weights, reply, verdict);
}
