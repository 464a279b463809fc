import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { readArguments } from '../../common/config/program-options.ts';
import { GONE, type ReplyClass, type Verdict } from '../../common/domain/reply-classes.ts';
import { UNKNOWN_REPLY } from '../../common/replies/classify.ts';
import { featuresOf, isOfCodes, isOfRules } from '../../common/replies/features.ts';
import {
  LEARNT_CLASSES,
  probabilitiesBy,
  WEIGHT_STEPS,
  type Weights,
  weighedBy,
  ZERO_WEIGHT,
} from '../../common/replies/learnt.ts';
import { SURE_RULES } from '../../common/replies/rules/all.ts';
import {
  accuracyOf,
  accuracyText,
  knownReplies,
  type LabelledReply,
  seenReplies,
  vetoedReplies,
} from '../support/replies.ts';

const USAGE = `Usage: node --import ./local/typescript.mjs test/corpora/learn.ts [--folds] [--wrong]

Learns common/replies/learnt.txt from the labelled replies that are not held out. With --folds it writes nothing, and prints how well four
fifths of them read the last one; with --wrong, each wrong one.`;
const { values } = readArguments(USAGE, {
  options: { folds: { type: 'boolean', default: false }, wrong: { type: 'boolean', default: false } },
});

const seen = seenReplies();

interface Example {
  readonly features: readonly string[];
  /** Of each class, whether it is right. */
  readonly right: readonly boolean[];
}

/** Each as it is, without what the rules said, and its words alone: of replies that were never met, rules and codes say less. */
function copiesOf(examples: readonly Example[]): readonly Example[] {
  const without = (isLeftOut: (feature: string) => boolean) =>
    examples.map((one) => ({ ...one, features: one.features.filter((name) => !isLeftOut(name)) }));
  return [...examples, ...without(isOfRules), ...without((name) => isOfRules(name) || isOfCodes(name))];
}

/** A sign of a single reply says nothing about others. */
const LEAST_REPLIES = 2;
/** A sign whose weights all have fewer steps changes nearly nothing. */
const LEAST_STEPS = 7;
const ROUNDS = 15;
/** The mean of several runs in different orders. */
const RUNS = 3;
const RATE = 0.5;
const DECAY = 1e-4;

const firstVerdicts = new Map(
  readFileSync(new URL('../fixtures/replies/first-verdicts.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [hash, name, rule] = line.split(' ') as [string, ReplyClass, string];
      return [hash, { class: name, rule }] as const;
    }),
);

/** Rules are nearly always right of replies that they were written with, so what they said at first counts. */
function firstVerdict({ reply }: LabelledReply): Verdict {
  const found = firstVerdicts.get(createHash('sha256').update(reply.text).digest('hex').slice(0, 8));
  if (found === undefined) throw new Error(`no first verdict: ${reply.text}`);
  return found;
}

const exampleOf = (one: LabelledReply): Example => ({
  features: featuresOf(one.reply, firstVerdict(one)),
  right: LEARNT_CLASSES.map((name) => one.alike.includes(name)),
});

/** Those that rules were written with: rules are right of nearly all, so what they say of them counts for nothing. */
const written = (): readonly Example[] =>
  [
    ...knownReplies().map(({ reply, expected }) => ({ reply, alike: [expected] })),
    ...vetoedReplies().map(({ text, domain, alike }) => ({
      reply: { stage: 'RCPT' as const, code: null, enhanced: null, text, domain },
      alike,
    })),
  ].map(({ reply, alike }) => ({
    features: featuresOf(reply, UNKNOWN_REPLY).filter((name) => !isOfRules(name)),
    right: LEARNT_CLASSES.map((name) =>
      GONE.has(name) ? alike.some((one) => GONE.has(one)) : alike.includes(name),
    ),
  }));

/** The same numbers in the same order, whenever it runs. */
function* numbers(from: number): Generator<number, never> {
  for (let state = from; ; ) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    yield state / 0x8000_0000;
  }
}

/** Multinomial logistic regression by stochastic gradient descent (AdaGrad). A reply with several right classes asks for their sum. */
function learnOnce(examples: readonly Example[], run: number): Weights {
  const counts = new Map<string, number>();
  for (const { features } of examples)
    for (const one of features) counts.set(one, (counts.get(one) ?? 0) + 1);
  const zeros = () => new Float64Array(LEARNT_CLASSES.length);
  const weights = new Map(
    [...counts].filter(([, count]) => count >= LEAST_REPLIES).map(([one]) => [one, zeros()]),
  );
  const squares = new Map([...weights.keys()].map((one) => [one, zeros()]));
  const random = numbers(run);
  const order = [...copiesOf(examples)];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let at = order.length - 1; at > 0; at -= 1) {
      const other = Math.floor(random.next().value * (at + 1));
      [order[at], order[other]] = [order[other]!, order[at]!];
    }
    for (const { features, right } of order) {
      const known = features.filter((one) => weights.has(one));
      const shares = probabilitiesBy(weights, known);
      const rightShare = shares.reduce((sum, share, at) => sum + (right[at] ? share : 0), 0);
      const scale = 1 / Math.sqrt(known.length);
      const found = known.map((one) => [weights.get(one)!, squares.get(one)!] as const);
      shares.forEach((share, at) => {
        const wrongBy = share - (right[at] ? share / rightShare : 0);
        if (Math.abs(wrongBy) < 1e-4) return;
        for (const [row, square] of found) {
          const slope = wrongBy * scale + DECAY * row[at]!;
          square[at]! += slope * slope;
          row[at]! -= (RATE * slope) / Math.sqrt(square[at]! + 1e-6);
        }
      });
    }
  }
  return weights;
}

function learn(examples: readonly Example[]): Weights {
  const runs = Array.from({ length: RUNS }, (_, run) => learnOnce(examples, run * 7919 + 1));
  const rows = [...runs[0]!].map(
    ([name, row]) =>
      [name, row.map((_, at) => runs.reduce((sum, one) => sum + one.get(name)![at]!, 0) / RUNS)] as const,
  );
  const step = stepOf(rows);
  return new Map(rows.filter(([, row]) => row.some((weight) => Math.abs(weight) >= LEAST_STEPS * step)));
}

const stepOf = (rows: Iterable<readonly [string, Float64Array]>): number =>
  Number((Math.max(...[...rows].flatMap(([, row]) => [...row].map(Math.abs))) / WEIGHT_STEPS).toFixed(4));

function linesOf(weights: Weights): string {
  const step = stepOf(weights);
  const lines = [...weights]
    .map(([one, row]) => [one, [...row].map((weight) => Math.round(weight / step))] as const)
    .map(([one, steps]) => `${String.fromCharCode(...steps.map((count) => ZERO_WEIGHT + count))} ${one}`)
    .sort();
  return `# Made by test/corpora/learn.ts: a step, then signs of replies with a character for the weight of each class (learnt.ts).\n${step}\n${lines.join('\n')}\n`;
}

/** As `classify` does with the first verdicts, in which vetoes are. */
const readBy = (weights: Weights, one: LabelledReply): Verdict => {
  const verdict = firstVerdict(one);
  return SURE_RULES.has(verdict.rule) ? verdict : weighedBy(weights, one.reply, verdict);
};

if (values.folds) {
  const FOLDS = 5;
  const weighed = new Map<LabelledReply, Verdict>();
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const weights = learn([...seen.filter((_one, at) => at % FOLDS !== fold).map(exampleOf), ...written()]);
    for (const one of seen.filter((_one, at) => at % FOLDS === fold)) weighed.set(one, readBy(weights, one));
  }
  const found = accuracyOf(seen, (one) => weighed.get(one)!);
  console.log(`by rules at first: ${accuracyText(accuracyOf(seen, firstVerdict))}`);
  console.log(`weighed: ${accuracyText(found)}`);
  if (values.wrong)
    for (const { reply, alike, verdict } of found.wrong)
      console.log(`${alike.join('/')}, not ${verdict.class} (${verdict.rule}): ${reply.text}`);
} else
  writeFileSync(
    new URL('../../common/replies/learnt.txt', import.meta.url),
    linesOf(learn([...seen.map(exampleOf), ...written()])),
  );
