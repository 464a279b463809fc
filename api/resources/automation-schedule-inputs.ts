import { findTemplate, templates } from '../../common/data/templates.ts';
import { WAITING_TYPES, type WaitingType } from '../../common/models/automation-schedules.ts';
import { Sender } from '../../common/models/senders.ts';
import { rows } from '../../common/mongo.ts';
import type { Account } from '../http/account.ts';
import { invalid, texts } from '../http/failures.ts';
import { integer, oneOf, refuse, required, stated, text } from '../http/inputs.ts';
import type { CheckedDesign } from './design-check.ts';
import { SUBJECT_MAX, templateHtml, templateJson } from './template-inputs.ts';

/** What `automations/schedule/create` and `update` take. An input that was not given is absent. */
export interface ScheduleInput {
  sender_id: number;
  subject: string;
  waiting_period: number;
  waiting_type: WaitingType;
  template_id: number;
  preview_img: string;
  template_json?: string;
  template_html?: string;
}

/** Ten years. */
const PERIOD_MAX = Object.freeze({ hours: 87_660, days: 3_653 } as const);

/** Where it goes instantly there is nothing to count: whatever stands there is 1 (spec, automations/schedule/create). */
const waitingPeriod = stated(
  integer().custom((period: number, helpers) => {
    const [{ waiting_type: type }] = helpers.state.ancestors as [Record<string, unknown>];
    if (type === 'instantly') return 1;
    const max = type === 'days' ? PERIOD_MAX.days : PERIOD_MAX.hours;
    return period >= 1 && period <= max ? period : refuse(helpers, (key) => texts.between(key, 1, max));
  }),
  { type: 'integer', minimum: 1, maximum: PERIOD_MAX.hours },
).description(
  `Days (at most ${PERIOD_MAX.days}) or hours from the mail before; 1 for one that goes instantly.`,
);

export const scheduleInput = {
  sender_id: required(integer()),
  subject: required(text({ max: SUBJECT_MAX })),
  waiting_type: required(oneOf(WAITING_TYPES)),
  waiting_period: required(waitingPeriod),
  template_id: required(integer()),
  preview_img: required(text()),
  template_json: templateJson,
  template_html: templateHtml,
};

/** Whether all that a mail refers to is there and its design makes a mail; throws a 422 with all that is not. */
export async function checkReferences(
  input: ScheduleInput,
  account: Account,
  checking: Promise<CheckedDesign>,
): Promise<CheckedDesign> {
  const { sender_id, template_id, preview_img } = input;
  const own = { _id: sender_id, user_id: account.id, deleted_at: null };
  const [design, sender] = await Promise.all([
    checking,
    rows(Sender).findOne(own, { projection: { _id: 1 } }),
  ]);
  const wrong = {
    ...design.wrong,
    ...(!sender && { sender_id: [texts.selected('sender_id')] }),
    ...(!findTemplate(template_id) && { template_id: [texts.selected('template_id')] }),
    ...(!templates().some((template) => template.preview_image === preview_img) && {
      preview_img: [texts.selected('preview_img')],
    }),
  };
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  return design;
}
