import { readFileSync } from 'node:fs';
import { GONE, OF_ALL, REPLY_CLASSES, type ReplyClass, type Verdict } from '../domain/reply-classes.ts';
import { featuresOf } from './features.ts';
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
/** Above it a reply about a mailbox that no rule knows is one of a dead mailbox. */
const SURELY_DEAD = 0.9;

const NO_NUMBER = /\D/;

const BOXES =
  /(?<= )(?:users?|recipients?|mailbox|mailboxes|mail box|address|addresses|accounts?|alias|rcpt|addressee|userid|username|receiver|inbox|mbox|customer|subscriber|member|person|employee|contact|domain|host|local part)(?= )/;
const ABSENCES =
  /(?<= )(?:unknown|unkown|no|not|invalid|bad|wrong|doesnt|isnt|cannot|couldnt|nonexistent|inexistent|unrouteable|unroutable|undeliverable|disabled|inactive|deactivated|suspended|closed|deleted|removed|expired|unused|changed|moved|left|missing|incorrect)(?= )/;

const OF_US = /(?<= )(?:you|your|we|our|senders?|sending|from|client|ip|spam|policy|relationship)(?= )/;

/** Weights suppress no address without a rule's consent: a word for a mailbox and one for its end, and none for us. */
const consents = (words: string): boolean => BOXES.test(words) && ABSENCES.test(words) && !OF_US.test(words);

/** Another class than the rule's has to be likelier than all others together; one that may stop a whole send by much, against a rule. */
const LIKELY = 0.5;
const VERY_LIKELY = 0.8;
/** A single word is no ground to contradict a rule. */
const LEAST_WORDS = 2;

/**
 * Weighs the answer of a general rule together with the words of the reply: rules decide by their order, so that one word of many can be
 * enough. It withdraws a suppression alone, and makes one only where no rule fits and
 * `consents` does; never at MAIL, nor after a temporary reply.
 */
export function weighedBy(known: Weights, reply: ClassifiedReply, verdict: Verdict): Verdict {
  const { words, permanent } = replyTextOf(reply);
  const knownWords = new Set(words.split(' ').filter((word) => NO_NUMBER.test(word) && known.has(word)));
  if (knownWords.size < LEAST_WORDS) return verdict;
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
    dead >= SURELY_DEAD &&
    verdict.class === 'unknown' &&
    permanent &&
    reply.stage !== 'MAIL' &&
    consents(words)
  )
    return as(shareOf('gone') >= shareOf('inactive') ? 'gone' : 'inactive');
  return shareOf(living) < (OF_ALL.has(living) && verdict.class !== 'unknown' ? VERY_LIKELY : LIKELY)
    ? verdict
    : as(living);
}

/** By `learnt.txt`, which the first call reads. */
export function weighed(reply: ClassifiedReply, verdict: Verdict): Verdict {
  weights ??= readWeights();
  return weighedBy(weights, reply, verdict);
}
