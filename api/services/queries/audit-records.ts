import type { AuditEntryDocument } from '../../../common/models/audit-entries.ts';
import { AutomationSchedule } from '../../../common/models/automation-schedules.ts';
import { Automation } from '../../../common/models/automations.ts';
import { SingleSend } from '../../../common/models/single-sends.ts';

/** The record of an act, with its present name. */
export interface AuditRecord {
  readonly name: string;
  /** Of an email: its automation's. */
  readonly automation_utr: string | null;
}

type ActOnRecord = Pick<AuditEntryDocument, 'act' | 'utr'>;

const KINDS = {
  campaign: /^single_?send/i,
  email: /^automationSchedule/,
  automation: /^automation(?!Schedule)/,
} as const;

/** Campaigns, automations and their emails that still exist, by utr. */
export async function recordsOfActs(
  userId: number,
  entries: readonly ActOnRecord[],
): Promise<ReadonlyMap<string, AuditRecord>> {
  const utrsOf = (kind: keyof typeof KINDS): string[] => [
    ...new Set(entries.flatMap(({ act, utr }) => (utr !== null && KINDS[kind].test(act) ? [utr] : []))),
  ];
  const [campaigns, emails] = await Promise.all([
    SingleSend.of(userId)
      .find({ utr: { $in: utrsOf('campaign') }, deleted_at: null })
      .project<{ utr: string; single_send_name: string }>({ utr: 1, single_send_name: 1 })
      .toArray(),
    AutomationSchedule.of(userId)
      .find({ utr: { $in: utrsOf('email') } })
      .project<{ utr: string; subject: string; automation_id: number }>({
        utr: 1,
        subject: 1,
        automation_id: 1,
      })
      .toArray(),
  ]);
  const automations = await Automation.of(userId)
    .find({
      deleted_at: null,
      $or: [
        { utr: { $in: utrsOf('automation') } },
        { _id: { $in: emails.map(({ automation_id: id }) => id) } },
      ],
    })
    .project<{ _id: number; utr: string; automation_name: string }>({ utr: 1, automation_name: 1 })
    .toArray();
  const utrs = new Map(automations.map(({ _id, utr }) => [_id, utr]));
  return new Map<string, AuditRecord>([
    ...campaigns.map(({ utr, single_send_name: name }) => [utr, { name, automation_utr: null }] as const),
    ...automations.map(({ utr, automation_name: name }) => [utr, { name, automation_utr: null }] as const),
    ...emails.flatMap(({ utr, subject: name, automation_id }) => {
      const automation_utr = utrs.get(automation_id);
      return automation_utr === undefined ? [] : [[utr, { name, automation_utr }] as const];
    }),
  ]);
}
