import Joi from 'joi';
import { type AudienceRef, audienceRefText, readAudienceRef } from '../../common/domain/audience-refs.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { repeated } from '../http/hints.ts';
import { flag, integer, integerFrom, list, listSchema, refuse, text } from '../http/inputs.ts';
import {
  dependingOn,
  ignored,
  optional,
  required,
  requiredUnless,
  stated,
  type ValuesOf,
} from '../http/typed-input.ts';
import { SUBJECT_MAX, templateHtml, templateJson, templateText } from './template-inputs.ts';

export const audienceHint = (entry: string): string =>
  `Write contacts_1 for the contact type 1, or segments_1 for the segment 1: ${repeated(entry)} is neither.`;

/** As details answer it, so that what was read can be written back. */
const answeredRef = Joi.object<AudienceRef>({
  id: Joi.alternatives(Joi.string(), Joi.number()).required(),
  table: Joi.string().required(),
});

const textOfRef = (item: unknown): unknown => {
  const { value, error } = answeredRef.validate(item, { convert: false });
  return value && !error ? audienceRefText(value) : item;
};

export const audience = stated(
  list(textOfRef).custom((entries: string[], helpers) => {
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
  listSchema({ type: 'string', pattern: '^(contacts|segments)_[0-9]+$' }),
);

export const anyAudience = audience.custom((refs: AudienceRef[], helpers) =>
  refs.length === 0 ? refuse(helpers, texts.required) : refs,
);

/** Date and time are checked together: whether the instant exists and is in the future. */
const whenScheduled = (shape: RegExp, format: string, textOf = (value: string) => value) =>
  stated(
    dependingOn(
      'schedule_type',
      1,
      required(
        text().custom((value, helpers) =>
          shape.test(value) ? textOf(value) : refuse(helpers, (key) => texts.matches(key, format)),
        ),
      ),
      ignored,
    ),
    // Without the pattern: a value with `schedule_type` 0 is ignored, whatever it is.
    { type: 'string' },
  );

/** They may be left out. */
const withSeconds = (time: string): string => (time.length === 5 ? `${time}:00` : time);

/** Of single sends and emails of automations. */
export const tracking = optional(flag())
  .description(
    '1: openings and clicks are counted. 0: the mail has no pixel, and its links are not rewritten. The default is 1; an update without it ' +
      'keeps the stored value. If the account has turned tracking off, no mail is tracked.',
  )
  .example(1);

const draft = optional(flag())
  .description(
    '1: it is a draft, held (`draft`) until an update without this input. In a draft, `subject`, `preheader` and `recipient_id` may be blank.',
  )
  .example(0);

const undoSeconds = integerFrom(0, 60)
  .description(
    'Seconds to wait before the start, in which a person can take it back by an update with `draft` 1; 0 by default. A send that is scheduled' +
      ' for a later time starts at its time.',
  )
  .example(0);

/** Inputs of `single/send/create` and `update`. */
export const singleSendInputs = {
  template_id: required(integer()),
  template_json: templateJson,
  template_html: templateHtml,
  template_text: templateText,
  sender_id: required(integer()),
  unsubscribe_group_id: required(integer()),
  single_send_name: required(text()),
  subject: requiredUnless('draft', 1, text({ max: SUBJECT_MAX })),
  preheader: requiredUnless('draft', 1, text({ max: SUBJECT_MAX })),
  recipient_id: requiredUnless('draft', 1, anyAudience),
  exclude_specific_recipient_id: audience,
  schedule_type: required(flag()),
  schedule_date: whenScheduled(/^\d{4}-\d\d-\d\d$/, 'Y-m-d'),
  schedule_time: whenScheduled(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, 'H:i:s', withSeconds),
  tracking,
  draft,
  undo_seconds: undoSeconds,
};

export type SingleSendInput = ValuesOf<typeof singleSendInputs>;
