import { builtInTemplates, findTemplate } from '../../common/data/templates.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { WAITING_TYPES } from '../../common/models/automation-schedules.ts';
import { Sender } from '../../common/models/senders.ts';
import type { Account } from '../http/account.ts';
import { invalid } from '../http/failures.ts';
import { integer, oneOf, refuse, text } from '../http/inputs.ts';
import { required, stated, type ValuesOf } from '../http/typed-input.ts';
import type { CheckedDesign } from './design-check.ts';
import { tracking } from './single-send-inputs.ts';
import { SUBJECT_MAX, templateHtml, templateJson } from './template-inputs.ts';

/** Ten years. */
const PERIOD_MAX = Object.freeze({ hours: 87_660, days: 3_653 } as const);

/** An email that goes instantly has no waiting period: any value is read as 1, as the published contract says. */
const waitingPeriod = stated(
  integer().custom((period, helpers) => {
    const [{ waiting_type: type }] = helpers.state.ancestors as [Record<string, unknown>];
    if (type === 'instantly') return 1;
    const max = type === 'days' ? PERIOD_MAX.days : PERIOD_MAX.hours;
    return period !== null && period >= 1 && period <= max
      ? period
      : refuse(helpers, (key) => texts.between(key, 1, max));
  }),
  { type: 'integer', minimum: 1, maximum: PERIOD_MAX.hours },
).description(
  `Days (at most ${PERIOD_MAX.days}) or hours from the mail before; 1 for one that goes instantly.`,
);

/** What `automations/schedule/create` and `update` take. */
export const scheduleInput = {
  sender_id: required(integer()),
  subject: required(text({ max: SUBJECT_MAX })),
  preheader: text({ max: SUBJECT_MAX }).description(
    'What mail readers show beside the subject. An update without it keeps it; a blank one removes it.',
  ),
  waiting_type: required(oneOf(WAITING_TYPES)),
  waiting_period: required(waitingPeriod),
  template_id: required(integer()),
  preview_img: required(text()),
  template_json: templateJson,
  template_html: templateHtml,
  tracking,
};

export type ScheduleInput = ValuesOf<typeof scheduleInput>;

/** Whether all that a mail refers to is there and its design makes a mail; throws a 422 with all that is not. */
export async function checkScheduleReferences(
  input: ScheduleInput,
  account: Account,
  checking: Promise<CheckedDesign>,
): Promise<CheckedDesign> {
  const { sender_id, template_id, preview_img } = input;
  const own = { _id: sender_id, user_id: account.id, deleted_at: null };
  const [design, sender] = await Promise.all([checking, Sender.findOne(own, { projection: { _id: 1 } })]);
  const wrong = {
    ...design.wrong,
    ...(!sender && { sender_id: [texts.selected('sender_id')] }),
    ...(!findTemplate(template_id) && { template_id: [texts.selected('template_id')] }),
    ...(!builtInTemplates().some((template) => template.preview_image === preview_img) && {
      preview_img: [texts.selected('preview_img')],
    }),
  };
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  return design;
}
