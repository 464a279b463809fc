import type { AutomationScheduleDocument } from '../../common/models/automation-schedules.ts';
import { type Figures, NO_FIGURES } from '../../common/models/figures.ts';
import type { BrakeReason } from '../../common/models/mailings.ts';
import type { EmailHold } from '../../common/queries/email-holds.ts';
import type { AccountBrakeReason } from '../../shared/hold-reasons.ts';
import type { AutomationProgress } from '../services/queries/progress.ts';
import type { Troubles } from '../services/queries/trouble.ts';
import { presentTrouble } from './trouble.ts';
import { presentReasons } from './unsubscribe-reasons.ts';

export interface EmailProgress {
  schedule: Pick<AutomationScheduleDocument, '_id' | 'utr' | 'subject'>;
  hold: EmailHold | BrakeReason | AccountBrakeReason | null;
  /** The error in its template. */
  detail: string | null;
  figures: Figures | undefined;
  troubles: Troubles;
}

const presentEmail = (
  { schedule, hold, detail, figures = NO_FIGURES, troubles }: EmailProgress,
  waiting: number,
) => ({
  id: schedule._id,
  utr: schedule.utr,
  subject: schedule.subject,
  hold_reason: hold,
  hold_detail: detail,
  waiting,
  triggered: figures.triggered,
  delivered: figures.accepted,
  unique_opens: figures.unique_opens,
  total_opens: figures.total_opens,
  bounces: figures.bounced,
  unsubscribes: figures.unsubscribes,
  in_doubt: figures.in_doubt,
  complaints: figures.complaints ?? 0,
  unique_clicks: figures.unique_clicks,
  total_clicks: figures.total_clicks,
  machine_opens: figures.machine_opens ?? 0,
  machine_clicks: figures.machine_clicks ?? 0,
  unsubscribe_reasons: presentReasons(figures),
  trouble: troubles.trouble.map(presentTrouble),
  delayed: troubles.delayed,
});

export const presentAutomationProgress = (
  { entered, waiting, done, left, reasons, byEmail }: AutomationProgress,
  emails: readonly EmailProgress[],
) => ({
  entered,
  waiting,
  done,
  left,
  left_reasons: {
    exit_criteria: reasons.exit_criteria,
    unsubscribed: reasons.unsubscribed,
    bounced: reasons.bounced,
    deleted: reasons.deleted,
    address_taken: reasons.address_taken,
  },
  emails: emails.map((email) => presentEmail(email, byEmail.get(email.schedule._id) ?? 0)),
});
