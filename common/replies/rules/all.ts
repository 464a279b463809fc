import { readdirSync, readFileSync } from 'node:fs';
import type { ReplyRule } from '../rule.ts';
import { causes, codes } from './code-rules.ts';
import { east } from './east.ts';
import { europe } from './europe.ts';
import { filters } from './filters.ts';
import { gmail } from './gmail.ts';
import { microsoft } from './microsoft.ts';
import { events, senderRules } from './senders.ts';
import { afterEvents, beforeEvents, languages, refusals, singleWords } from './texts.ts';
import { VETOES } from './vetoes.ts';
import { yahooAppleComcast } from './yahoo-apple-comcast.ts';

/**
 * Reads `*.txt`: below `@rule` the texts of that rule, below `@rule with` those of which it needs one too, below `@rule without` those
 * that it must not have. `<who>` in a text stands for each text below `@<who>`.
 */
function readTexts(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const folder = new URL('.', import.meta.url);
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.txt'))) {
    let lines: string[] = [];
    for (const line of readFileSync(new URL(file, folder), 'utf8').split('\n')) {
      if (line.startsWith('@')) found.set(line.slice(1), (lines = []));
      else if (line !== '' && !line.startsWith('# ')) lines.push(line);
    }
  }
  return found;
}

const left = readTexts();
const groups = new Map([...left].filter(([key]) => key.startsWith('<')));
for (const key of groups.keys()) left.delete(key);

function expanded(text: string): string[] {
  const group = /<[a-z]+>/.exec(text)?.[0];
  if (group === undefined) return [text];
  return groups.get(group)!.flatMap((one) => expanded(text.replace(group, one)));
}

function withTexts(rules: readonly ReplyRule[]): readonly ReplyRule[] {
  const take = (key: string): string[] | undefined => {
    const lines = left.get(key)?.flatMap(expanded);
    left.delete(key);
    return lines;
  };
  return rules.map((rule) => {
    const [texts, others, without] = [
      take(rule.rule),
      take(`${rule.rule} with`),
      take(`${rule.rule} without`),
    ];
    return {
      ...rule,
      ...(texts && { texts }),
      ...(others && { with: others }),
      ...(without && { without: [...without, ...(rule.without ?? [])] }),
    };
  });
}

/** Of one provider, program or service, by its own documents. */
const PROVIDERS = [
  ...gmail,
  ...microsoft,
  ...yahooAppleComcast,
  ...europe,
  ...east,
  ...filters,
  ...senderRules,
];

/** THE TABLE of replies, in order. The first rule that fits gives the class (docs/replies.md). */
export const RULES: readonly ReplyRule[] = withTexts([
  ...PROVIDERS,
  ...beforeEvents,
  ...languages,
  ...afterEvents,
  ...events,
  ...singleWords,
  ...causes,
  ...refusals,
  ...codes,
]);

/** No weights are asked after these (`learnt.ts`): their texts say one thing only, or that no cause is given. */
export const SURE_RULES: ReadonlySet<string> = new Set(
  [...PROVIDERS, ...events, ...VETOES, ...RULES.filter((one) => one.class === 'unknown')].map(
    ({ rule }) => rule,
  ),
);

/** The gate before a suppression: the first that fits replaces a verdict `gone` or `inactive`. */
export const VETO_RULES: readonly ReplyRule[] = withTexts(VETOES);

if (left.size > 0) throw new Error(`texts of unknown rules: ${[...left.keys()].join(', ')}`);
