import { setImmediate as nextTurn } from 'node:timers/promises';
import { now } from '../../common/clock.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import type { MailingContent } from '../../common/models/mailings.ts';
import type { MessageDocument, MessageValue } from '../../common/models/messages.ts';
import type { Account } from '../http/account.ts';
import type { Call, CallOf } from '../http/endpoint.ts';
import { Failure, type FieldTexts, invalid } from '../http/failures.ts';
import { type InputObject, isObject } from '../http/fold.ts';
import { input, refuse } from '../http/inputs.ts';
import { inputs, required, stated, type ValuesOf } from '../http/typed-input.ts';
import { validate } from '../http/validation.ts';
import { checkedContent, writtenOf } from './message-content.ts';
import { contentInputs, entryInputs, MOST_METADATA, MOST_VALUES } from './message-inputs.ts';
import { type MessageEntry, storeMessages } from './message-records.ts';

/** Messages of one call. */
const MOST = 500;
/** Bytes of the contents of all messages of one call: each message keeps its own. */
const MOST_BYTES = 8 * 2 ** 20;
/** Messages that are validated without a break, in some 5 ms. */
const PIECE = 25;
/** Messages of one job. */
const TOGETHER = 100;

const entry = inputs(entryInputs);
const NAMES = Object.keys(entryInputs);

const messages = required(
  stated(
    input.custom((value: unknown, helpers): InputObject[] | ReturnType<typeof refuse> => {
      if (!Array.isArray(value) || !value.every(isObject))
        return refuse(helpers, texts.format, 'A JSON array of objects, each with an email.');
      return value.length > MOST ? refuse(helpers, (key) => texts.items(key, MOST)) : value;
    }),
    {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          email: { type: 'string', format: 'email', minLength: 1, maxLength: 254 },
          name: { type: ['string', 'null'], maxLength: 255 },
          data: { type: ['object', 'null'], additionalProperties: { type: ['string', 'number', 'null'] } },
          metadata: {
            type: ['object', 'null'],
            additionalProperties: { type: ['string', 'number', 'null'] },
          },
          send_at: { type: ['string', 'null'], format: 'date-time', maxLength: 40 },
        },
        required: ['email'],
        additionalProperties: false,
      },
      maxItems: MOST,
    },
  ),
)
  .description(
    'The messages, at most 500. Each has the `email` of its recipient, and may have its own `name`, `data`, `metadata` and `send_at`, which ' +
      'replace those of the call; `data` and `metadata` by name.',
  )
  .example([{ email: 'ada@example.com', data: { code: '4711' } }, { email: 'grace@example.com' }]);

const { data, metadata, send_at } = entryInputs;
const manyInputs = { messages, ...contentInputs, data, metadata, send_at };

type ManyInput = ValuesOf<typeof manyInputs>;

/** An entry that was not stored says why: `errors` and `hints` are those that `messages/send` would have answered. */
export interface MessageResult {
  id: number | null;
  utr: string | null;
  errors: Record<string, string[]> | null;
  hints: Record<string, string[]> | null;
}

export const manyMessages = {
  input: inputs(manyInputs),
  storesOnce: true,
  async run(given: ManyInput, account: Account, call: CallOf<'messageSendMany'>) {
    const written = writtenOf(given, account);
    const content = await checkedContent(given, written, account, call);
    const read = await readEntries(given, call);
    const good = read.flatMap((one) => (one instanceof Failure ? [] : [one]));
    if (good.length === 0) throw noneOf(read as readonly Failure[]);
    checkBytes(good.length, content);
    const stored = await storeMessages(good, written, content, account, call);
    await ringAll(stored, account.id, call);
    const next = stored.values();
    const results = read.map((one) =>
      one instanceof Failure ? refusedAs(one) : storedAs(next.next().value!),
    );
    return { results, ids: stored.map(({ _id }) => _id) };
  },
} as const;

/** Validates the entries in pieces, so that calls of others are answered between them. */
async function readEntries(given: ManyInput, { config }: Call): Promise<(MessageEntry | Failure)[]> {
  const read: (MessageEntry | Failure)[] = [];
  for (const one of given.messages) {
    try {
      read.push(readEntry(one, given, config.limits));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      read.push(error);
    }
    if (read.length % PIECE === 0) await nextTurn();
  }
  return read;
}

/** Throws a 422. An input that no entry has is refused: the mail would be another than its caller meant. */
function readEntry(one: InputObject, shared: ManyInput, limits: Call['config']['limits']): MessageEntry {
  const stray = Object.keys(one).find((name) => !NAMES.includes(name));
  if (stray !== undefined)
    throw invalid({ [stray]: [texts.format(stray)] }, { [stray]: [`An entry has ${NAMES.join(', ')}.`] });
  const own = validate(entry, one, limits);
  const due = own.send_at ?? shared.send_at;
  return {
    ...own,
    data: valuesOf('data', MOST_VALUES, shared, own),
    metadata: valuesOf('metadata', MOST_METADATA, shared, own),
    ...(due && { send_at: due }),
  };
}

type Values = Partial<Record<'data' | 'metadata', MessageValue[]>>;

/** The entry's values replace those of the call with the same name. Throws a 422 for more than `most`. */
function valuesOf(
  key: keyof Values,
  most: number,
  { [key]: shared = [] }: Values,
  { [key]: own = [] }: Values,
): MessageValue[] {
  if (shared.length === 0) return own;
  const values = [...shared.filter(({ name }) => !own.some((one) => one.name === name)), ...own];
  if (values.length > most) throw invalid({ [key]: [texts.items(key, most)] });
  return values;
}

const NAMED = 20;

/** All entries are refused: a 422 with the errors of the first ones, by position. */
function noneOf(refused: readonly Failure[]): Failure {
  const named = (of: (one: Failure) => FieldTexts | null): FieldTexts => {
    const said = refused.flatMap((one, at) =>
      Object.values(of(one) ?? {}).flatMap((some) => some.map((text) => `messages.${at}: ${text}`)),
    );
    return said.length === 0 ? {} : { messages: said.slice(0, NAMED) };
  };
  return invalid(
    named(({ errors }) => errors as FieldTexts),
    named(({ hints }) => hints),
  );
}

function checkBytes(count: number, content: MailingContent): void {
  const each = Buffer.byteLength(JSON.stringify(content));
  const most = Math.max(1, Math.floor(MOST_BYTES / each));
  if (count > most)
    throw invalid(
      { messages: [texts.items('messages', most)] },
      { messages: [`The content has ${each} bytes, and all messages of a call at most ${MOST_BYTES}.`] },
    );
}

const refusedAs = ({ errors, hints }: Failure): MessageResult => ({
  id: null,
  utr: null,
  errors: errors as MessageResult['errors'],
  hints: hints as MessageResult['hints'],
});

const storedAs = ({ _id, utr }: MessageDocument): MessageResult => ({
  id: _id,
  utr,
  errors: null,
  hints: null,
});

/** Those that are due, by spans of ids. */
async function ringAll(stored: readonly MessageDocument[], userId: number, { ring }: Call): Promise<void> {
  const at = now();
  const spans: { messageId: number; count: number }[] = [];
  for (const { _id, send_at: due } of stored) {
    const last = spans.at(-1);
    if (due > at) continue;
    if (last && last.messageId + last.count === _id && last.count < TOGETHER) last.count += 1;
    else spans.push({ messageId: _id, count: 1 });
  }
  for (const { messageId, count } of spans)
    await ring('deliver-message', { messageId, userId, ...(count > 1 && { count }) });
}
