import { builtInTemplates, findTemplate } from '../../common/data/templates.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { WAITING_TYPES } from '../../common/models/automation-schedules.ts';
import { Sender } from '../../common/models/senders.ts';
import type { Account } from '../http/account.ts';
import { invalid } from '../http/failures.ts';
import { oneOfHint } from '../http/hints.ts';
import { integer, oneOf, refuse, text } from '../http/inputs.ts';
import { required, stated, type ValuesOf } from '../http/typed-input.ts';
import type { CheckedDesign } from './design-check.ts';
import { tracking } from './single-send-inputs.ts';
import { SUBJECT_MAX, templateHtml, templateJson, templateText } from './template-inputs.ts';

/** Ten years. */
const PERIOD_MAX = Object.freeze({ hours: 87_660, days: 3_653 } as const);

/** For an instant email any value is read as 1, as the published contract says. */
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
  `Days (at most ${PERIOD_MAX.days}) or hours to wait after the previous email; 1 for an instant email.`,
);

/** Inputs of `automations/schedule/create` and `update`. */
export const scheduleInput = {
  sender_id: required(integer()),
  subject: required(text({ max: SUBJECT_MAX })),
  preheader: text({ max: SUBJECT_MAX }).description(
    'The text that mail readers show next to the subject. An absent one keeps its value in an update; a blank one is removed.',
  ),
  waiting_type: required(oneOf(WAITING_TYPES)),
  waiting_period: required(waitingPeriod),
  template_id: required(integer()),
  preview_img: required(text()),
  template_json: templateJson,
  template_html: templateHtml,
  template_text: templateText,
  tracking,
};

export type ScheduleInput = ValuesOf<typeof scheduleInput>;

/** Throws a 422 with all errors: references must exist, and the design must render. */
export async function checkScheduleReferences(
  input: ScheduleInput,
  account: Account,
  checking: Promise<CheckedDesign>,
): Promise<CheckedDesign> {
  const { sender_id, template_id, preview_img } = input;
  const own = { _id: sender_id, deleted_at: null };
  const [design, sender] = await Promise.all([
    checking,
    Sender.of(account.id).findOne(own, { projection: { _id: 1 } }),
  ]);
  const pictures = builtInTemplates().map(({ preview_image }) => preview_image);
  const wrong = {
    ...design.wrong,
    ...(!sender && { sender_id: [texts.selected('sender_id')] }),
    ...(!findTemplate(template_id) && { template_id: [texts.selected('template_id')] }),
    ...(!pictures.includes(preview_img) && { preview_img: [texts.selected('preview_img')] }),
  };
  if (Object.keys(wrong).length > 0)
    throw invalid(wrong, 'preview_img' in wrong ? { preview_img: [oneOfHint(preview_img, pictures)] } : {});
  return design;
}
