import { machinesAmong } from '../../../common/domain/fetch-labels.ts';
import { mailingOfEmail, mailingOfSend } from '../../../common/domain/mailing-keys.ts';
import { AutomationSchedule } from '../../../common/models/automation-schedules.ts';
import { Automation } from '../../../common/models/automations.ts';
import type { ContactDocument } from '../../../common/models/contacts.ts';
import { Delivery, type DeliveryDocument } from '../../../common/models/deliveries.ts';
import { SingleSend } from '../../../common/models/single-sends.ts';
import { Suppression, type SuppressionDocument } from '../../../common/models/suppressions.ts';
import { UnsubscribeGroup } from '../../../common/models/unsubscribe-groups.ts';
import { fetchLogOf } from '../../../common/queries/fetch-logs.ts';

/**
 * opened, clicked: the first time by a person · machine_opened, machine_clicked: the first stored time by a machine · unsubscribed,
 * resubscribed, complained: through a mail · opted_out: the person or the account added the address to a list of opt-outs ·
 * opt_out_removed: the account took it from such a list · suppressed: after a bounce or complaint.
 */
export const ACTIVITY_KINDS = [
  'added',
  'sent',
  'bounced',
  'opened',
  'clicked',
  'machine_opened',
  'machine_clicked',
  'unsubscribed',
  'resubscribed',
  'complained',
  'opted_out',
  'opt_out_removed',
  'suppressed',
] as const;

export interface ContactActivity {
  readonly at: Date;
  readonly kind: (typeof ACTIVITY_KINDS)[number];
  readonly mail: SentMail | null;
  /** A mail server's reply, or the name of an unsubscribe group. */
  readonly detail: string | null;
}

export interface SentMail {
  readonly utr: string;
  readonly subject: string;
}

const MOST = 1000;

const READ = {
  mailing: 1,
  state: 1,
  reply: 1,
  accepted_at: 1,
  bounced_at: 1,
  first_opened_at: 1,
  first_clicked_at: 1,
  fetches: 1,
  machine_opens: 1,
  machine_clicks: 1,
  unsubscribed_at: 1,
  resubscribed: 1,
  complained_at: 1,
} as const;

type ActivityRow = Pick<DeliveryDocument, keyof typeof READ>;

/** The mails and acts of a contact, newest first: one index lookup for each mailing of the account. */
export async function activityOf(
  contact: Pick<ContactDocument, '_id' | 'user_id' | 'email_norm' | 'created_at' | 'removed_opt_outs'>,
): Promise<ContactActivity[]> {
  const { _id, user_id, email_norm } = contact;
  const [mails, lists] = await Promise.all([mailsOf(user_id), optOutsOf(contact)]);
  const found = await Delivery.of(user_id)
    .find({ mailing: { $in: [...mails.keys()] }, email_norm, contact_id: _id })
    .project<ActivityRow>(READ)
    .hint({ user_id: 1, mailing: 1, email_norm: 1 })
    .toArray();
  const all: ContactActivity[] = [
    { at: contact.created_at, kind: 'added', mail: null, detail: null },
    ...lists,
    ...found.flatMap((row) => activitiesOf(row, mails.get(row.mailing)!)),
  ];
  return all.sort((one, other) => other.at.getTime() - one.at.getTime()).slice(0, MOST);
}

function activitiesOf(row: ActivityRow, mail: SentMail): ContactActivity[] {
  const when = (
    kind: ContactActivity['kind'],
    at: Date | undefined,
    detail: string | null = null,
  ): ContactActivity[] => (at === undefined ? [] : [{ at, kind, mail, detail }]);
  return [
    ...when('sent', row.accepted_at),
    ...when('bounced', row.state === 'bounced' ? row.bounced_at : undefined, row.reply ?? null),
    ...when('opened', row.first_opened_at),
    ...when('clicked', row.first_clicked_at),
    ...when('machine_opened', firstByMachine(row, 'open')),
    ...when('machine_clicked', firstByMachine(row, 'click')),
    ...when('unsubscribed', row.resubscribed?.unsubscribed_at),
    ...when('resubscribed', row.resubscribed?.at),
    ...when('unsubscribed', row.unsubscribed_at),
    ...when('complained', row.complained_at),
  ];
}

function firstByMachine(
  { fetches: packed, machine_opens = 0, machine_clicks = 0 }: ActivityRow,
  kind: 'open' | 'click',
): Date | undefined {
  if (!packed || (kind === 'open' ? machine_opens : machine_clicks) === 0) return undefined;
  const { fetches } = fetchLogOf(packed);
  const machines = machinesAmong(fetches);
  const found = fetches.find((fetch, index) => fetch.kind === kind && machines[index]);
  return found && new Date(found.at);
}

type FoundMail = SentMail & { readonly _id: number };

const FIELDS = { utr: 1, subject: 1 } as const;

/** The sends and automation emails of an account, by mailing key. */
export async function mailsOf(userId: number): Promise<Map<string, SentMail>> {
  const [sends, emails] = await Promise.all([
    SingleSend.of(userId).find().project<FoundMail>(FIELDS).toArray(),
    emailsOf(userId),
  ]);
  return new Map([
    ...sends.map(({ _id, ...mail }) => [mailingOfSend(_id), mail] as const),
    ...emails.map(({ _id, ...mail }) => [mailingOfEmail(_id), mail] as const),
  ]);
}

async function emailsOf(userId: number): Promise<FoundMail[]> {
  const automations = await Automation.of(userId).find().project<{ _id: number }>({ _id: 1 }).toArray();
  return AutomationSchedule.of(userId)
    .find({ automation_id: { $in: automations.map(({ _id }) => _id) } })
    .project<FoundMail>(FIELDS)
    .toArray();
}

type ListedAddress = Pick<
  SuppressionDocument,
  '_id' | 'reason' | 'reply' | 'unsubscribe_groups_id' | 'created_at'
>;

async function optOutsOf({
  user_id,
  email_norm,
  removed_opt_outs = [],
}: Pick<ContactDocument, 'user_id' | 'email_norm' | 'removed_opt_outs'>): Promise<ContactActivity[]> {
  const found = await Suppression.of(user_id)
    .find({ email_norm })
    .project<ListedAddress>({ reason: 1, reply: 1, unsubscribe_groups_id: 1, created_at: 1 })
    .toArray();
  // A removal is stored before it happens.
  const removed = removed_opt_outs.filter(
    (one) => one.email_norm === email_norm && !found.some(({ _id }) => _id === one.opt_out),
  );
  const ids = [...found.map((one) => one.unsubscribe_groups_id), ...removed.map(({ group }) => group)];
  const groups = await UnsubscribeGroup.of(user_id)
    .find({ _id: { $in: ids.filter((id) => id !== null) } })
    .project<{ _id: number; group_name: string }>({ group_name: 1 })
    .toArray();
  const names = new Map(groups.map(({ _id, group_name }) => [_id, group_name]));
  const ofList = (kind: ContactActivity['kind'], at: Date, group: number | null): ContactActivity => ({
    at,
    kind,
    mail: null,
    detail: names.get(group ?? 0) ?? null,
  });
  return [
    ...found.map(
      ({ reason, reply, unsubscribe_groups_id: group, created_at: at }): ContactActivity =>
        reason === 'unsubscribed'
          ? ofList('opted_out', at, group)
          : { at, kind: 'suppressed', mail: null, detail: reply ?? null },
    ),
    ...removed.flatMap(({ group, by, opted_out_at, at }) => [
      ofList('opted_out', opted_out_at, group),
      ofList(by === 'person' ? 'resubscribed' : 'opt_out_removed', at, group),
    ]),
  ];
}
