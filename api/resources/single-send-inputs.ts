import Joi from 'joi';
import { type AudienceRef, audienceRefText, readAudienceRef } from '../../common/domain/audience-refs.ts';
import { mjmlOf } from '../../common/domain/template-json.ts';
import { texts } from '../http/failures.ts';
import { flag, input, integer, limitsOf, list, refuse, required, text } from '../http/inputs.ts';

/** What `single/send/create` and `update` take. An input that was not given is absent. */
export interface SingleSendInput {
  template_id: number;
  template_json?: string;
  template_html?: string;
  sender_id: number;
  unsubscribe_group_id: number;
  single_send_name: string;
  subject: string;
  preheader: string;
  recipient_id: AudienceRef[];
  exclude_specific_recipient_id?: AudienceRef[];
  schedule_type: 0 | 1;
  /** With the time: only where `schedule_type` is 1. */
  schedule_date?: string;
  schedule_time?: string;
}

/** A header line may not be longer (RFC 5322, 2.1.1). */
const LINE = 998;

const audience = list().custom((entries: string[], helpers) => {
  const refs = new Map<string, AudienceRef>();
  for (const entry of entries) {
    const ref = readAudienceRef(entry);
    if (ref === null) return refuse(helpers, () => texts.selected(String(helpers.state.path?.[0])));
    refs.set(audienceRefText(ref), ref);
  }
  return [...refs.values()];
});

const somebody = audience.custom((refs: AudienceRef[], helpers) =>
  refs.length === 0 ? refuse(helpers, texts.required) : refs,
);

const code = input.custom((value: unknown, helpers) => {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return refuse(helpers, texts.format);
  const limit = limitsOf(helpers).template;
  return Buffer.byteLength(value) > limit ? refuse(helpers, (key) => texts.max(key, limit)) : value.trim();
});

const templateJson = code.custom((value: string, helpers) =>
  value === '' || mjmlOf(value) !== null ? value : refuse(helpers, texts.format),
);

const templateHtml = code.custom((value: string, helpers) => {
  const [{ template_json: other }] = helpers.state.ancestors as [Record<string, unknown>];
  const both = value !== '' && typeof other === 'string' && other !== '';
  return both ? refuse(helpers, (key) => texts.emptyWhen(key, 'template_json')) : value;
});

/** Text of a date or time; whether there is such an instant, and to come, is asked of both together. */
const whenScheduled = (shape: RegExp, format: string) =>
  Joi.any().when('schedule_type', {
    is: 1,
    // oxlint-disable-next-line unicorn/no-thenable -- Joi's word.
    then: required(
      text().custom((value: string, helpers) =>
        shape.test(value) ? value : refuse(helpers, (key) => texts.matches(key, format)),
      ),
    ),
    otherwise: Joi.any().strip(),
  });

/** The inputs of both, by the contract's names. */
export const singleSendInputs = {
  template_id: required(integer()),
  template_json: templateJson,
  template_html: templateHtml,
  sender_id: required(integer()),
  unsubscribe_group_id: required(integer()),
  single_send_name: required(text()),
  subject: required(text({ max: LINE })),
  preheader: required(text({ max: LINE })),
  recipient_id: required(somebody),
  exclude_specific_recipient_id: audience,
  schedule_type: required(flag()),
  schedule_date: whenScheduled(/^\d{4}-\d\d-\d\d$/, 'Y-m-d'),
  schedule_time: whenScheduled(/^\d\d:\d\d:\d\d$/, 'H:i:s'),
};
