import Joi from 'joi';
import { type AudienceRef, audienceRefText, readAudienceRef } from '../../common/domain/audience-refs.ts';
import { repeated, texts } from '../http/failures.ts';
import { flag, integer, list, listOf, refuse, required, stated, text } from '../http/inputs.ts';
import { SUBJECT_MAX, templateHtml, templateJson } from './template-inputs.ts';

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

/** How an entry is written. */
export const audienceHint = (entry: string): string =>
  `Write contacts_1 for the contact type 1, or segments_1 for the segment 1: ${repeated(entry)} is neither.`;

const audience = stated(
  list().custom((entries: string[], helpers) => {
    const refs = new Map<string, AudienceRef>();
    for (const entry of entries) {
      const ref = readAudienceRef(entry);
      if (ref === null) {
        return refuse(helpers, () => texts.selected(String(helpers.state.path?.[0])), audienceHint(entry));
      }
      refs.set(audienceRefText(ref), ref);
    }
    return [...refs.values()];
  }),
  listOf({ type: 'string', pattern: '^(contacts|segments)_[0-9]+$' }),
);

const somebody = audience.custom((refs: AudienceRef[], helpers) =>
  refs.length === 0 ? refuse(helpers, texts.required) : refs,
);

/** Text of a date or time; whether there is such an instant, and to come, is asked of both together. */
const whenScheduled = (shape: RegExp, format: string) =>
  stated(
    Joi.any().when('schedule_type', {
      is: 1,
      // oxlint-disable-next-line unicorn/no-thenable -- Joi's word.
      then: required(
        text().custom((value: string, helpers) =>
          shape.test(value) ? value : refuse(helpers, (key) => texts.matches(key, format)),
        ),
      ),
      otherwise: Joi.any().strip(),
    }),
    // Not with the pattern: what is given beside `schedule_type` 0 is ignored, whatever it is.
    { type: 'string' },
  );

/** The inputs of both, by the contract's names. */
export const singleSendInputs = {
  template_id: required(integer()),
  template_json: templateJson,
  template_html: templateHtml,
  sender_id: required(integer()),
  unsubscribe_group_id: required(integer()),
  single_send_name: required(text()),
  subject: required(text({ max: SUBJECT_MAX })),
  preheader: required(text({ max: SUBJECT_MAX })),
  recipient_id: required(somebody),
  exclude_specific_recipient_id: audience,
  schedule_type: required(flag()),
  schedule_date: whenScheduled(/^\d{4}-\d\d-\d\d$/, 'Y-m-d'),
  schedule_time: whenScheduled(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, 'H:i:s'),
};
