import { setTimeout as sleep } from 'node:timers/promises';
import { fillContacts } from './support/contacts.ts';
import { median, report } from './support/figures.ts';
import { type Stack, startStack } from './support/stack.ts';

/**
 * `segment/preview` of many contacts: `node --import tsx bench/preview.ts [contacts]`, by default 1,000,000. Each rule is asked
 * by HTTP several times, with other values each time, and every answer must have the right count.
 */
const contacts = Number(process.argv[2] ?? 1_000_000);
const TIMES = 7;
/** Contacts of one city: `fillContacts` has a thousand cities. */
const CITY = contacts / 1000;

interface Question {
  readonly what: string;
  readonly rule: (at: number) => readonly [field: string, operator: string, value: string];
  /** Contacts that match; absent where they are not all counted. */
  readonly count?: number;
  readonly goal: number;
}

const QUESTIONS: readonly Question[] = [
  {
    what: 'an address',
    rule: (at) => ['email', 'is', `Person.${1000 + at}@domain${at}.example`],
    count: 1,
    goal: 20,
  },
  {
    what: 'the beginning of an address',
    rule: (at) => ['email', 'starts with', `person.${10_000 + at}@`],
    count: 1,
    goal: 20,
  },
  { what: 'a name', rule: (at) => ['last_name', 'is', `last${5000 + at}`], count: 1, goal: 20 },
  {
    what: 'the beginning of a name',
    rule: (at) => ['first_name', 'starts with', `first${99_990 + at}`],
    count: contacts > 999_900 ? 11 : 1,
    goal: 20,
  },
  { what: 'a city', rule: (at) => ['city', 'is', `city ${100 + at}`], count: CITY, goal: 300 },
  // City 10 and city 100 to 109.
  {
    what: 'eleven cities',
    rule: (at) => ['city', 'starts with', `city ${10 + at}`],
    count: 11 * CITY,
    goal: 300,
  },
  {
    what: 'more than are counted in time',
    rule: () => ['email', 'contains', '@domain'],
    goal: 700,
  },
];

const stack = await startStack();
try {
  await stack.call('/contacts-type/add', { name: 'Everybody' });
  await fillContacts(stack.keys.user_id, contacts);
  for (const question of QUESTIONS) await ask(stack, question);
} finally {
  await stack.stop();
}

async function ask(stack: Stack, { what, rule, count, goal }: Question): Promise<void> {
  const took: number[] = [];
  for (let at = 0; at < TIMES; at += 1) {
    const [field, operator, value] = rule(at);
    const began = performance.now();
    const { message } = await stack.call('/segment/preview', {
      contact_type_id: 1,
      select_field: [field],
      select_operator: [operator],
      value: [value],
    });
    took.push(performance.now() - began);
    // An account's next slow question waits for twice as long as the last one took.
    await sleep(3 * took.at(-1)!);
    const { preview } = message as { preview: { count: number; at_least: boolean } };
    if (preview.at_least !== (count === undefined) || (count !== undefined && preview.count !== count))
      throw new Error(`${field} ${operator} ${value}: ${JSON.stringify(preview)}, not ${count}`);
  }
  report({
    what: `${what}, among ${contacts.toLocaleString('en')} contacts`,
    value: Math.round(median(took)),
    unit: 'ms',
    goal: { atMost: goal },
  });
}
