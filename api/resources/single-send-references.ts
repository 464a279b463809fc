import { now } from '../../common/clock.ts';
import type { AudienceRef } from '../../common/domain/audience-refs.ts';
import { instantOf } from '../../common/domain/times.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { allThere } from '../../common/queries/holds.ts';
import type { Account } from '../http/account.ts';
import { type FieldTexts, invalid } from '../http/failures.ts';
import type { CheckedDesign } from './design-check.ts';
import type { SingleSendInput } from './single-send-inputs.ts';
import { wrongReferences } from './wrong-references.ts';

/** Zero texts if it is sent at once. It starts when the time for taking it back is over. */
export interface Schedule {
  schedule_type: 0 | 1;
  schedule_date: string;
  schedule_time: string;
  due_at: Date;
  waits_until: Date | null;
}

/** Throws a 422 with all errors: references must exist, the design must render, and the schedule must be in the future. */
export async function checkSendReferences(
  input: SingleSendInput,
  account: Account,
  checking: Promise<CheckedDesign>,
): Promise<{ schedule: Schedule; design: CheckedDesign }> {
  const [design, references, recipients, exclusions] = await Promise.all([
    checking,
    wrongReferences(account.id, input),
    allThere(account.id, input.recipient_id ?? []),
    allThere(account.id, input.exclude_specific_recipient_id ?? ([] as AudienceRef[])),
  ]);
  const schedule = readSchedule(input, account.timezone);
  const { schedule_date: date = '' } = input;
  const isNoDay = typeof schedule === 'string' && instantOf(date, '00:00:00', account.timezone) === null;
  const wrong: Record<string, readonly string[]> = {
    ...design.wrong,
    ...references,
    ...(!recipients && { recipient_id: [texts.selected('recipient_id')] }),
    ...(!exclusions && { exclude_specific_recipient_id: [texts.selected('exclude_specific_recipient_id')] }),
    ...(typeof schedule === 'string' && { schedule_date: [schedule] }),
  } satisfies FieldTexts;
  if (Object.keys(wrong).length > 0 || typeof schedule === 'string')
    throw invalid(wrong, isNoDay ? { schedule_date: [`There is no day ${date}.`] } : {});
  return { schedule, design };
}

/** The schedule, or the text of its error. */
function readSchedule(
  { schedule_type, schedule_date, schedule_time, undo_seconds = 0 }: SingleSendInput,
  zone: string,
): Schedule | string {
  const at = now();
  const waits_until = undo_seconds > 0 ? new Date(at.getTime() + undo_seconds * 1000) : null;
  const earliest = waits_until ?? at;
  if (schedule_type === 0 || schedule_date === undefined || schedule_time === undefined) {
    const [schedule_date, schedule_time] = ['0000-00-00', '00:00:00'];
    return { schedule_type: 0, schedule_date, schedule_time, due_at: earliest, waits_until };
  }
  if (instantOf(schedule_date, '00:00:00', zone) === null) return texts.matches('schedule_date', 'Y-m-d');
  const due = instantOf(schedule_date, schedule_time, zone);
  if (due === null || due <= at) return texts.afterNow('schedule_date');
  return {
    schedule_type,
    schedule_date,
    schedule_time,
    due_at: due > earliest ? due : earliest,
    waits_until,
  };
}
