import { localTime, timestamp } from '../../common/domain/times.ts';
import type { AutomationDocument } from '../../common/models/automations.ts';
import type { Figures } from '../../common/models/figures.ts';

/** `figures`: those of all its mails. */
export const presentAutomation = (automation: AutomationDocument, figures: Figures, timezone: string) => ({
  id: automation._id,
  user_id: automation.user_id,
  // The contract has no null for these three, which a draft may lack.
  automation_for: automation.automation_for?.id ?? 0,
  automation_for_table: automation.automation_for?.table ?? ('' as const),
  automation_name: automation.automation_name,
  exit_criteria: automation.exit_criteria,
  unsubscribe_group_id:
    automation.unsubscribe_group_id === null ? '' : String(automation.unsubscribe_group_id),
  automation_type: automation.automation_type,
  utr: automation.utr,
  status: automation.status,
  live_at: localTime(automation.live_at, timezone),
  total_triggered: figures.triggered,
  total_delivered: figures.accepted,
  total_unique_opens: figures.unique_opens,
  total_opens: figures.total_opens,
  total_bounces: figures.bounced,
  total_unsubscribe: figures.unsubscribes,
  deleted_at: timestamp(automation.deleted_at),
  created_at: timestamp(automation.created_at),
  updated_at: timestamp(automation.updated_at),
  // Additive.
  hold_reason: automation.hold_reason ?? null,
  hold_detail: automation.hold_detail ?? null,
  full_since: timestamp(automation.walk?.full?.since ?? null),
  total_complaints: figures.complaints ?? 0,
  total_unique_clicks: figures.unique_clicks,
  total_clicks: figures.total_clicks,
  total_machine_opens: figures.machine_opens ?? 0,
  total_machine_clicks: figures.machine_clicks ?? 0,
});

export const presentCountedAutomation = (
  automation: AutomationDocument,
  figures: Figures,
  timezone: string,
  schedules: number,
) => ({
  ...presentAutomation(automation, figures, timezone),
  automation_schedule_count: schedules,
});
