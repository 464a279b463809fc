import { readFileSync } from 'node:fs';
import {
  GONE,
  OF_ALL,
  OF_US,
  REPLY_CLASSES,
  type ReplyClass,
  UNSURE_RULE,
  type Verdict,
} from '../domain/reply-classes.ts';
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
const HARDLY_DEAD = 0.3;
/** From it on, a reply that no rule knows is one of a dead mailbox; where it also has a word for a passing state, from the second on. */
const PROBABLY_DEAD = 0.7;
/** Below it, also by a rule, the address is only suspected. */
const SURELY_DEAD = 0.9;
/** Another class than the rule's has to be likelier than all others together; one that may stop a whole send by much, unless a word names it. */
const LIKELY = 0.5;
const VERY_LIKELY = 0.8;
/** Where no rule fits, the likeliest class is a better answer than none. */
const LIKELIEST = 0.4;
/** A single word is no ground for a class. Where no rule fits, meanings of words that were never met count too. */
const LEAST_WORDS = 2;

const NO_NUMBER = /\D/;

const meanings = (...names: string[]): ReadonlySet<string> => new Set(names);

const OF_RECIPIENTS = meanings('mailbox', 'person');
const OF_ENDS = meanings('absent', 'closed', 'moved');
const OF_CLOSED = meanings('closed', 'moved');
const OF_OTHERS = meanings(
  'form',
  'parts',
  'virus',
  'size',
  'login',
  'tls',
  'full',
  'dns',
  'program',
  'syntax',
);
const OF_US_OR_SERVERS =
  /(?<= )(?:you|your|we|our|senders?|sending|from|client|ip|spam|policy|relationship|certificates?|mx|hosts?|directory|open)(?= )/;

const ABOUT_US = [
  'sender',
  'you',
  'we',
  'spam',
  'blocklist',
  'block',
  'abuse',
  'refuse',
  'allow',
  'policy',
  'wish',
  'proof',
  'greet',
  'relay',
  'many',
];

const OF_PASSING_STATES = meanings('trouble', 'later');

/**
 * The share from which weights suppress an address. They do so only where a word names a mailbox or a person and one its end, and none us,
 * a server or another cause.
 */
function leastDead(words: string, found: readonly string[]): number {
  const has = (set: ReadonlySet<string>) => found.some((one) => set.has(one));
  const isOfEnd = has(OF_ENDS) || (found.includes('not') && found.includes('exist'));
  if (!isOfEnd || !has(OF_RECIPIENTS) || has(OF_OTHERS) || OF_US_OR_SERVERS.test(words)) return Infinity;
  return has(OF_PASSING_STATES) ? SURELY_DEAD : PROBABLY_DEAD;
}

/** A reply gets these classes by weights only where a word has one of these meanings, or the class is very likely and stops no send. */
const GROUNDS: Partial<Record<ReplyClass, ReadonlySet<string>>> = {
  policy: meanings(...ABOUT_US),
  auth: meanings(...ABOUT_US, 'dns', 'tls'),
  content: meanings('form', 'parts', 'virus', 'link-in-mail'),
  size: meanings('size'),
  relay: meanings('login', 'relay', 'sender', 'syntax', 'proof'),
};

/**
 * Weighs the answer of a general rule together with the words of the reply: rules decide by their order, so that one word of many can be
 * enough. It withdraws a suppression that is hardly right, turns one that is not sure into a suspicion ({@link UNSURE_RULE}), and makes one only
 * where no rule fits and `leastDead` allows it; never at MAIL, nor after a temporary reply.
 */
export function weighedBy(known: Weights, reply: ClassifiedReply, verdict: Verdict): Verdict {
  const text = replyTextOf(reply);
  const { words, permanent } = text;
  const isUnknown = verdict.class === 'unknown';
  const found = meaningsOf(words);
  const knownWords = new Set(words.split(' ').filter((word) => NO_NUMBER.test(word) && known.has(word)));
  if (Math.max(knownWords.size, isUnknown ? new Set(found).size : 0) < LEAST_WORDS) return verdict;
  const shares = probabilitiesBy(known, featuresOf(reply, verdict, text, found));
  const shareOf = (one: ReplyClass): number => shares[LEARNT_CLASSES.indexOf(one)]!;
  const as = (one: ReplyClass): Verdict =>
    one === verdict.class ? verdict : Object.freeze({ class: one, rule: 'learnt' });
  const asDead = (one: ReplyClass): Verdict =>
    dead < SURELY_DEAD ? Object.freeze({ class: one, rule: UNSURE_RULE }) : as(one);
  const dead = shareOf('gone') + shareOf('inactive');
  const living = LEARNT_CLASSES.filter((one) => !GONE.has(one)).reduce((best, one) =>
    shareOf(one) > shareOf(best) ? one : best,
  );
  const share = shareOf(living);
  const grounds = GROUNDS[living];
  const hasGround = found.some((one) => grounds?.has(one));
  const isGuess = OF_ALL.has(living) && !hasGround;
  const least = isGuess ? VERY_LIKELY : isUnknown ? LIKELIEST : LIKELY;
  if (GONE.has(verdict.class) && dead >= HARDLY_DEAD) return asDead(verdict.class);
  if (GONE.has(verdict.class)) return as(OF_ALL.has(living) && share < least ? 'unknown' : living);
  if (isUnknown && permanent && reply.stage !== 'MAIL' && dead >= leastDead(words, found))
    return asDead(found.some((one) => OF_CLOSED.has(one)) ? 'inactive' : 'gone');
  // Where a dead mailbox is likeliest, though not certain, no other class is a better answer.
  if (dead >= LIKELY || share < least) return verdict;
  const needsGround = grounds !== undefined && !(OF_US.has(living) && share >= VERY_LIKELY);
  return needsGround && !hasGround ? verdict : as(living);
}

/** By `learnt.txt`, which the first call reads. */
export function weighed(reply: ClassifiedReply, verdict: Verdict): Verdict {
  weights ??= readWeights();
  return weighedBy(weights, reply, verdict);
}
