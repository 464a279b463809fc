import { readFileSync, statSync } from 'node:fs';
import { ConfigurationError } from '../config/configuration-error.ts';
import { jsonFaultInWords } from '../domain/json-fault.ts';
import { REPLY_CLASSES, type ReplyClass } from '../domain/reply-classes.ts';
import { isProvider, MAIL_PROVIDERS } from './providers.ts';
import type { ReplyStage } from './reply.ts';
import { OF_RECIPIENT, type ReplyRule } from './rule.ts';
import { partsOfPattern } from './words.ts';

/** Bounds of an operator's file: bytes, rules, values of a field, characters of a value. */
const MOST = Object.freeze({ bytes: 256 * 1024, rules: 1000, values: 50, length: 200 });
/** A shorter text would fit nearly every reply. */
const LEAST_LETTERS = 3;

const STAGES = ['MAIL', ...OF_RECIPIENT] as const;
const FIELDS = [
  'name',
  'class',
  'codes',
  'enhanced',
  'texts',
  'without',
  'stages',
  'provider',
  'servers',
  'domains',
] as const;
const CONDITIONS = ['codes', 'enhanced', 'texts', 'provider', 'servers', 'domains'] as const;
const NAME = /^[a-z0-9][a-z0-9.-]{0,59}$/;
const ENHANCED = /^[45x]\.(?:\d{1,3}|x)\.(?:\d{1,3}|x)$/;
const HOST = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i;

type RuleEntry = Readonly<Record<string, unknown>>;

/**
 * Rules of the file `REPLY_RULES_FILE` (docs/replies.md); none without a path. Throws a {@link ConfigurationError} with the wrong
 * entries and fields, and the right form. Texts have words and `*` only, no regular expressions: an operator's file cannot make
 * classification slow.
 */
export function readOwnRules(path: string | null): ReplyRule[] {
  if (path === null) return [];
  const { rules, problems } = rulesIn(textOf(path));
  if (problems.length > 0)
    throw new ConfigurationError(problems.map((problem) => `REPLY_RULES_FILE: ${problem}`));
  return rules;
}

function textOf(path: string): string {
  try {
    if (statSync(path).size > MOST.bytes)
      throw new Error(`${path} has more than ${MOST.bytes} bytes; write fewer rules`);
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigurationError([
      `REPLY_RULES_FILE: ${error instanceof Error ? error.message : String(error)}`,
    ]);
  }
}

/** `problems`: a line each. */
export function rulesIn(text: string): { rules: ReplyRule[]; problems: string[] } {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return { rules: [], problems: [`it is ${jsonFaultInWords(text)}`] };
  }
  if (!Array.isArray(document))
    return {
      rules: [],
      problems: ['it is not a list; write [ { "name": …, "class": …, "texts": [ … ] }, … ]'],
    };
  if (document.length > MOST.rules)
    return { rules: [], problems: [`it has ${document.length} rules; ${MOST.rules} are allowed`] };
  const problems: string[] = [];
  const rules: ReplyRule[] = [];
  const names = new Set<string>();
  document.forEach((entry: unknown, index) => {
    const before = problems.length;
    const name =
      isEntry(entry) && typeof entry['name'] === 'string' ? ` ("${entry['name'].slice(0, 60)}")` : '';
    const say = (problem: string) => problems.push(`entry ${index + 1}${name}: ${problem}`);
    if (!isEntry(entry)) {
      say('is not an object; write { "name": …, "class": …, "texts": [ … ] }');
      return;
    }
    const rule = ruleOf(entry, say);
    if (names.has(rule.rule)) say('name is used by an earlier entry; give each a name of its own');
    names.add(rule.rule);
    if (problems.length === before) rules.push(rule);
  });
  return { rules, problems };
}

const isEntry = (value: unknown): value is RuleEntry =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 60);

function ruleOf(entry: RuleEntry, say: (problem: string) => void): ReplyRule {
  for (const field of Object.keys(entry))
    if (!FIELDS.includes(field as never))
      say(`has no field ${shown(field)}; fields are ${FIELDS.join(', ')}`);
  const name = entry['name'];
  if (typeof name !== 'string' || !NAME.test(name))
    say(`name is ${shown(name)}; write 1 to 60 of a-z, 0-9, "." and "-"`);
  const given = entry['class'];
  const isClass = (REPLY_CLASSES as readonly unknown[]).includes(given);
  if (!isClass) say(`class is ${shown(given)}; write one of ${REPLY_CLASSES.join(', ')}`);
  if (CONDITIONS.every((field) => entry[field] === undefined))
    say(`has no condition; write at least one of ${CONDITIONS.join(', ')}`);

  const list = <Value>(
    field: string,
    isRight: (value: unknown) => value is Value,
    right: string,
  ): Value[] | undefined => {
    const values = entry[field];
    if (values === undefined) return undefined;
    if (!Array.isArray(values) || values.length === 0 || values.length > MOST.values) {
      say(`${field} is ${shown(values)}; write a list of 1 to ${MOST.values} values`);
      return undefined;
    }
    for (const value of values) if (!isRight(value)) say(`${field} has ${shown(value)}; write ${right}`);
    return values as Value[];
  };
  const isText = (value: unknown): value is string =>
    typeof value === 'string' && value.length <= MOST.length && lettersOf(value) >= LEAST_LETTERS;
  const isHost = (value: unknown): value is string => typeof value === 'string' && HOST.test(value);
  const textForm = `words of the reply, at most ${MOST.length} characters with at least ${LEAST_LETTERS} letters or digits in a row; * stands for any characters`;
  const codes = list(
    'codes',
    (value): value is number => Number.isInteger(value) && Number(value) >= 400 && Number(value) <= 599,
    'a reply code from 400 to 599, as a number',
  );
  const enhanced = list(
    'enhanced',
    (value): value is string => typeof value === 'string' && ENHANCED.test(value),
    'an enhanced code such as "5.7.1" or "5.7.x"',
  );
  const texts = list('texts', isText, textForm);
  const without = list('without', isText, textForm);
  const stages = list(
    'stages',
    (value): value is ReplyStage => STAGES.includes(value as never),
    `one of ${STAGES.join(', ')}`,
  );
  const servers = list('servers', isHost, 'the end of a server\'s name, such as "mx.example.net"');
  const domains = list('domains', isHost, 'a domain of recipients, such as "example.net"');
  const provider = entry['provider'];
  const isKnown = typeof provider === 'string' && isProvider(provider);
  if (provider !== undefined && !isKnown)
    say(`provider is ${shown(provider)}; write one of ${Object.keys(MAIL_PROVIDERS).join(', ')}`);
  const suppresses = given === 'gone' || given === 'inactive';
  if (suppresses && stages?.includes('MAIL'))
    say(
      `stages has MAIL, where replies are about the sender; a rule of class ${given} has RCPT, DATA, dot or report`,
    );

  return {
    rule: String(name),
    class: given as ReplyClass,
    ...(codes && { codes }),
    ...(enhanced && { enhanced }),
    ...(texts && { texts }),
    ...(without && { without }),
    ...(servers && { servers: servers.map((one) => one.toLowerCase()) }),
    ...(domains && { domains: domains.map((one) => one.toLowerCase()) }),
    ...(isKnown && { provider }),
    // After a temporary reply the mail is retried, so it cannot prove that a mailbox is gone.
    ...(suppresses && { kind: 5 as const }),
    ...(stages ? { stages } : suppresses ? { stages: OF_RECIPIENT } : {}),
  };
}

/** The longest run of letters and digits between two `*`. */
const lettersOf = (text: string): number =>
  Math.max(0, ...partsOfPattern(text).map((part) => part.replaceAll(' ', '').length));
