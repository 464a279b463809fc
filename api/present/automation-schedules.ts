import { timestamp } from '../../common/domain/times.ts';
import { versionOf } from '../../common/domain/version-of.ts';
import type { AutomationScheduleDocument } from '../../common/models/automation-schedules.ts';

/** `publicUrl`: the base address of the design editor and the preview images. */
export const presentAutomationSchedule = (schedule: AutomationScheduleDocument, publicUrl: string) => ({
  id: schedule._id,
  user_id: schedule.user_id,
  automation_id: schedule.automation_id,
  sender_id: schedule.sender_id,
  template_id: schedule.template_id,
  subject: schedule.subject,
  waiting_period: schedule.waiting_period,
  waiting_type: schedule.waiting_type,
  utr: schedule.utr,
  preview_img: schedule.preview_img,
  template_json: schedule.template_json,
  template_html: schedule.template_html,
  created_at: timestamp(schedule.created_at),
  updated_at: timestamp(schedule.updated_at),
  design_url: `${publicUrl}/design/${schedule.utr}`,
  image: `${publicUrl}/images/${encodeURIComponent(schedule.preview_img)}`,
  template_text: schedule.template_text ?? null,
  preheader: schedule.preheader ?? '',
  tracking: schedule.tracking ?? 1,
  version: versionOf(schedule),
});
