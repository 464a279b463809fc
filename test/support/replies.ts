import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type ReplyClass, SUSPECTING_RULES, type Verdict } from '../../common/domain/reply-classes.ts';
import { type ClassifiedReply, classify, type ReplyStage } from '../../common/replies/classify.ts';

/** A reply of the fixture, and the class that it has. */
export interface KnownReply {
  readonly provider: string;
  readonly reply: ClassifiedReply;
  readonly expected: ReplyClass;
}

const SUPPRESSING: ReadonlySet<ReplyClass> = new Set(['gone', 'inactive']);

const orNull = (cell: string): string | null => (cell === '\\N' ? null : cell);

/** test/fixtures/replies/replies.tsv: provider, stage, code, enhanced code, text, class, domain of the recipient; `\N` is null. */
export function knownReplies(): KnownReply[] {
  return readFileSync(new URL('../fixtures/replies/replies.tsv', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [provider, stage, code, enhanced, text, expected, domain] = line.split('\t') as [
        string,
        ReplyStage,
        string,
        string,
        string,
        ReplyClass,
        string,
      ];
      const number = orNull(code);
      return {
        provider,
        expected,
        reply: {
          stage,
          code: number === null ? null : Number(number),
          enhanced: orNull(enhanced),
          text,
          domain,
        },
      };
    });
}

interface VetoedReply {
  readonly text: string;
  readonly domain: string;
  /** Classes that are right: `policy` is as good as `slow` for too many recipients, and `gone` as `inactive`. */
  readonly alike: readonly ReplyClass[];
  readonly suppresses: boolean;
}

/** test/fixtures/replies/inputs.jsonl: replies whose words mislead, each with a reason. */
export const vetoedReplies = (): VetoedReply[] =>
  readFileSync(new URL('../fixtures/replies/inputs.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const { reply: text, domain, class: name, suppress: suppresses } = JSON.parse(line);
      const alike: ReplyClass[] = suppresses
        ? ['gone', 'inactive']
        : name === 'slow'
          ? [name, 'policy']
          : [name];
      return { text, domain, alike, suppresses };
    });

/** The files of labelled replies. */
const LABELLED = [
  'others',
  'further',
  'later',
  'fresh',
  'unread',
  'newest',
  'latest',
  'gathered',
  'listed',
] as const;
export type LabelledSource = (typeof LABELLED)[number];
/** No rule was written, and nothing learnt, with a third of these; the rest was read after a first measurement (docs/replies.md). */
const WITH_THIRD: ReadonlySet<LabelledSource> = new Set(['unread', 'latest', 'gathered', 'listed']);

/** A reply of such a file, with the classes that a person gave it. */
export interface LabelledReply {
  readonly source: string;
  readonly reply: ClassifiedReply;
  /** One, or several where the words leave it open. `gone` is as good as `inactive`. */
  readonly alike: readonly ReplyClass[];
  /** The class by documents about its codes (`second-labels.ts`), where it is another. */
  readonly otherwise: ReplyClass | null;
  /** One of three, by its text. No rule is written with these of `unread`, `latest`, `gathered` and `listed`. */
  readonly isHeldOut: boolean;
}

/**
 * Source (NOTICE), stage, classes, text, and the second label where it differs. The hash of its text decides which third a reply
 * belongs to, not a person.
 */
export const labelledReplies = (from: LabelledSource): LabelledReply[] =>
  readFileSync(new URL(`../fixtures/replies/${from}.tsv`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [source, stage, labels, text, otherwise] = line.split('\t') as [
        string,
        ReplyStage,
        string,
        string,
        ReplyClass | undefined,
      ];
      const [, code, enhanced] = /^(?:(\d{3})[ -])?(?:(\d\.\d+\.\d+) )?/.exec(text)!;
      const named = labels.split('/') as ReplyClass[];
      return {
        source,
        reply: {
          stage,
          code: code === undefined ? null : Number(code),
          enhanced: enhanced ?? null,
          text,
          domain: /\blea@([a-z.]+)/i.exec(text)?.[1] ?? 'example.org',
        },
        alike: named.some((one) => one === 'gone' || one === 'inactive')
          ? [...new Set<ReplyClass>([...named, 'gone', 'inactive'])]
          : named,
        otherwise: otherwise ?? null,
        isHeldOut: createHash('sha256').update(text).digest()[0]! % 3 === 0,
      };
    });

/** All that rules may be written with, and weights learnt from. */
export const seenReplies = (): LabelledReply[] =>
  LABELLED.flatMap((from) =>
    labelledReplies(from).filter(({ isHeldOut }) => !(isHeldOut && WITH_THIRD.has(from))),
  );

/**
 * How well labelled replies were read: wrong classes; dead mailboxes that were found (`gone` or `inactive`); living ones that were
 * suppressed at once, or only suspected, so that another mailing has to confirm it.
 */
export function accuracyOf(
  replies: readonly LabelledReply[],
  verdictOf: (one: LabelledReply) => Verdict = ({ reply }) => classify(reply),
) {
  const read = replies.map((one) => ({ ...one, verdict: verdictOf(one) }));
  const isGone = ({ verdict }: (typeof read)[number]): boolean => SUPPRESSING.has(verdict.class);
  const isAtOnce = (one: (typeof read)[number]): boolean =>
    isGone(one) && !SUSPECTING_RULES.has(one.verdict.rule);
  const dead = read.filter(({ alike }) => alike.every((one) => SUPPRESSING.has(one)));
  const living = read.filter(({ alike }) => !alike.some((one) => SUPPRESSING.has(one)));
  return {
    replies: read.length,
    wrong: read.filter(({ verdict, alike }) => !alike.includes(verdict.class)),
    dead: dead.length,
    found: dead.filter(isGone).length,
    foundAtOnce: dead.filter(isAtOnce).length,
    living: living.length,
    suppressed: living.filter(isAtOnce),
    suspected: living.filter((one) => isGone(one) && !isAtOnce(one)),
  };
}

/** The same in words. */
export const accuracyText = (of: ReturnType<typeof accuracyOf>): string =>
  `${of.replies - of.wrong.length} of ${of.replies} right; ${of.found} of ${of.dead} dead found, ${of.foundAtOnce} at once; of ${of.living} living ${of.suppressed.length} suppressed at once, ${of.suspected.length} suspected`;

/** Right classes by provider, as a list in Markdown; providers without a mistake are one line. */
export function accuracyByProvider(): string {
  const sums = new Map<string, { right: number; all: number; suppressing: number }>();
  for (const { provider, reply, expected } of knownReplies()) {
    const sum = sums.get(provider) ?? { right: 0, all: 0, suppressing: 0 };
    sums.set(provider, sum);
    const verdict = classify(reply).class;
    sum.all += 1;
    if (verdict === expected) sum.right += 1;
    else if (verdict === 'gone' || verdict === 'inactive') sum.suppressing += 1;
  }
  const isRight = ({ right, all }: { right: number; all: number }): boolean => right === all;
  const others = [...sums.values()].filter(isRight);
  const known = others.reduce((sum, { all }) => sum + all, 0);
  return [
    ...[...sums]
      .filter(([, sum]) => !isRight(sum))
      .map(
        ([provider, { right, all, suppressing }]) =>
          `- ${provider}: ${right} of ${all}, ${suppressing} false \`gone\` or \`inactive\``,
      ),
    `- the other ${others.length}: ${known} of ${known}`,
  ].join('\n');
}
