import { DateTime } from 'luxon';
import { now } from '../../common/clock.ts';
import { CUSTOM_TEXT_MAX } from '../../common/domain/custom-values.ts';
import { isLonger } from '../../common/domain/text-length.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import type { MessageValue } from '../../common/models/messages.ts';
import { email, input, integer, isScalar, NO_NUL, refuse, refuseObject, text } from '../http/inputs.ts';
import { optional, required, stated, unlessGiven, type ValuesOf } from '../http/typed-input.ts';
import { attachments } from './message-attachments.ts';
import { SUBJECT_MAX, templateHtml, templateJson, templateText } from './template-inputs.ts';

export const MOST_VALUES = 100;
export const MOST_METADATA = 20;
const METADATA_MAX = 500;
const NAME_MAX = 255;
/** In days. */
const MOST_DAYS = 30;
const DAY_MS = 24 * 3600_000;

interface TextBounds {
  /** Texts of one input. */
  readonly most: number;
  /** Characters of a text. */
  readonly max: number;
  readonly name: RegExp;
  /** How a name is written. */
  readonly nameHint: string;
}

/** `key[<name>]`: texts by names. */
const namedTexts = ({ most, max, name: rule, nameHint }: TextBounds) =>
  stated(
    input.custom((value: unknown, helpers): MessageValue[] | ReturnType<typeof refuse> => {
      if (value === null || (typeof value === 'string' && value.trim() === '')) return [];
      if (typeof value !== 'object' || Array.isArray(value)) return refuseObject(helpers);
      const given = Object.entries(value);
      if (given.length > most) return refuse(helpers, (key) => texts.items(key, most));
      const values: MessageValue[] = [];
      for (const [name, one] of given) {
        if (!rule.test(name)) return refuse(helpers, texts.format, nameHint);
        if (one !== null && (!isScalar(one) || typeof one === 'boolean')) return refuseObject(helpers, name);
        const shown = String(one ?? '').trim();
        if (isLonger(shown, max)) return refuse(helpers, (key) => texts.max(`${key} ${name}`, max));
        if (shown.includes('\0')) return refuse(helpers, (key) => texts.format(`${key} ${name}`), NO_NUL);
        values.push({ name, value: shown });
      }
      return values;
    }),
    {
      type: 'object',
      additionalProperties: { type: ['string', 'number', 'null'], maxLength: max },
    },
  );

const data = namedTexts({
  most: MOST_VALUES,
  max: CUSTOM_TEXT_MAX,
  name: /^\w{1,255}$/,
  nameHint: 'A name has up to 255 letters, digits and _.',
})
  .description(
    'The values of placeholders by name, in a form as `data[<name>]`: at most 100, each with at most 4,096 characters. A placeholder without ' +
      'a value shows its fallback. `email` is the address, unless it is given here.',
  )
  .example({ company_name: 'Analytical Engines' });

const metadata = namedTexts({
  most: MOST_METADATA,
  max: METADATA_MAX,
  name: /^[\w.-]{1,40}$/,
  nameHint: 'A name has up to 40 letters, digits, dots, hyphens and _.',
})
  .description(
    'Values of your own, such as an order number, in a form as `metadata[<name>]`: at most 20, each with at most 500 characters; names have ' +
      'up to 40 letters, digits, dots, hyphens and underscores. They are not in the mail; `messages/details` and the events of webhooks repeat them.',
  )
  .example({ order_id: 'A-4711' });

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$/;

const sendAt = stated(
  text({ max: 40 }).custom((given, helpers) => {
    if (given === '') return null;
    const at = INSTANT.test(given) ? DateTime.fromISO(given) : null;
    if (!at?.isValid) return refuse(helpers, (key) => texts.matches(key, 'Y-m-dTH:i:sZ'));
    const ahead = at.toMillis() - now().getTime();
    return ahead < 0 || ahead > MOST_DAYS * DAY_MS
      ? refuse(helpers, (key) => texts.daysAhead(key, MOST_DAYS))
      : at.toJSDate();
  }),
  { type: 'string', format: 'date-time', maxLength: 40 },
)
  .description(
    'The time to send it, with its offset from UTC: in the future, and at most 30 days ahead. Without it, the mail is sent at once.',
  )
  .example('2030-05-01T09:30:00Z');

/** The inputs that all messages of one call share. */
export const contentInputs = {
  sender_id: required(integer()),
  template_id: optional(integer()).description(
    'An id from `get-design/template`. The mail has its design unless the call gives another one.',
  ),
  subject: stated(unlessGiven('template_id', text({ max: SUBJECT_MAX })), {
    type: 'string',
    maxLength: SUBJECT_MAX,
  }).description(
    'The subject line. It may contain placeholders. Required without `template_id`; with it, the name of the template is the default.',
  ),
  reply_to: optional(email())
    .description('The address for answers. Default: that of the sender.')
    .example('order-4711@example.com'),
  template_html: templateHtml,
  template_text: templateText,
  template_json: templateJson,
  unsubscribe_group_id: optional(integer()).description(
    'The id of an unsubscribe group. With it, the mail has a footer and a header to unsubscribe, and is not sent to people who unsubscribed.',
  ),
};

export type ContentInput = ValuesOf<typeof contentInputs>;

/** The inputs of each message. */
export const entryInputs = {
  email: required(email()).description('The address of the recipient.').example('ada@example.com'),
  name: optional(text({ max: NAME_MAX }))
    .description('The name of the recipient, shown with the address.')
    .example('Ada Lovelace'),
  data,
  metadata,
  send_at: optional(sendAt),
};

const { email: address, name, ...ownInputs } = entryInputs;

export const messageInputs = {
  email: address,
  name,
  ...contentInputs,
  attachments: optional(attachments),
  ...ownInputs,
};

export type MessageInput = ValuesOf<typeof messageInputs>;
