import { now } from '../../common/clock.ts';
import { contentOf, isTracked } from '../../common/content/content.ts';
import { mailingOfEmail } from '../../common/domain/mailing-keys.ts';
import {
  AutomationSchedule,
  type AutomationScheduleDocument,
  type TemplateHold,
} from '../../common/models/automation-schedules.ts';
import type { AutomationDocument } from '../../common/models/automations.ts';
import { Mailing, type MailingDocument, newMailing } from '../../common/models/mailings.ts';
import { Sender } from '../../common/models/senders.ts';
import { ownNamesOf } from '../../common/queries/own-names.ts';
import { newestKeyId } from '../../common/secrets/signing.ts';
import { ignoringDuplicates } from '../../common/store/connection.ts';
import type { WorkerContext } from '../runtime/context.ts';
import { compileContent } from '../sending/content/compiled-mails.ts';
import { EMPTY_TEMPLATE, templateHold } from '../sending/content/template-hold.ts';
import { renderSoon } from '../sending/renderer.ts';

export type EmailMailing = Omit<MailingDocument, 'links'>;

export interface LiveEmail {
  automation: AutomationDocument;
  schedule: AutomationScheduleDocument;
}

const find = (account: number, key: string) =>
  Mailing.of(account).findOne<EmailMailing>(
    { _id: key },
    { projection: { 'content.html': 0, 'content.text': 0, 'content.own_text': 0, links: 0 } },
  );

/**
 * The mailing of an automation's email with its current content, sender and address, made at the first send. Links keep their
 * ids. Null if its content is being rendered, is empty, or cannot be rendered; then the email is held, except during rendering.
 */
export async function emailMailing(
  { automation, schedule }: LiveEmail,
  worker: Pick<WorkerContext, 'config' | 'renderer'>,
): Promise<EmailMailing | null> {
  const key = mailingOfEmail(schedule._id);
  const { user_id: account } = schedule;
  const source = await sourceOf(schedule);
  const found = await find(account, key);
  if (found?.source === source) return found;
  const rendered = await renderSoon(worker.renderer, schedule, account, `schedule-${schedule._id}`);
  if (rendered.state === 'pending') return null;
  if (rendered.state !== 'done') return holdEmail(schedule, templateHold(rendered));
  if (rendered.looks.empty) return holdEmail(schedule, EMPTY_TEMPLATE);
  const named = partsOf(automation, schedule);
  const { unsubscribe_group_id } = named;
  const written = { ...schedule, preheader: schedule.preheader ?? '', unsubscribe_group_id };
  const content = await contentOf(written, rendered.looks);
  const changed = { sender_id: schedule.sender_id, content, source };
  if (!found) {
    const compiled = await compileContent(content, named, worker);
    if (compiled.state !== 'done') return holdEmail(schedule, templateHold(compiled));
    const made = {
      ...named,
      ...changed,
      links: [...compiled.mail.links],
      key_id: newestKeyId(worker.config),
    };
    await ignoringDuplicates(Mailing.of(account).insertOne(newMailing(made, now())));
    await holdEmail(schedule, null);
    return find(account, key);
  }
  const { revision } = found;
  const known = await Mailing.of(account).findOne({ _id: key, revision }, { projection: { links: 1 } });
  if (known) {
    const compiled = await compileContent(content, named, worker, known.links);
    if (compiled.state !== 'done') return holdEmail(schedule, templateHold(compiled));
    await Mailing.of(account).updateOne(
      { _id: key, revision },
      { $set: { ...changed, links: [...compiled.mail.links], revision: revision + 1 } },
    );
    await holdEmail(schedule, null);
  }
  // If another worker updated this mailing to content that is not the newest, the next call updates it.
  return find(account, key);
}

async function holdEmail(
  { _id, user_id, updated_at, template_hold: before }: AutomationScheduleDocument,
  hold: TemplateHold | null,
): Promise<null> {
  if (hold !== null || before) {
    await AutomationSchedule.of(user_id).updateOne({ _id, updated_at }, { $set: { template_hold: hold } });
  }
  return null;
}

/** The email and its sender with the times of their last changes, and whether the account's mails are tracked. */
async function sourceOf({ user_id, sender_id, updated_at }: AutomationScheduleDocument): Promise<string> {
  const [sender, tracked] = await Promise.all([
    Sender.of(user_id).findOne({ _id: sender_id }, { projection: { updated_at: 1, from_email: 1 } }),
    isTracked(user_id),
  ]);
  const own = sender && (await ownNamesOf(user_id, sender.from_email));
  return [
    updated_at.getTime(),
    sender_id,
    sender?.updated_at.getTime(),
    ...(tracked ? [] : ['untracked']),
    ...[own?.link_host, own?.return_path_host].filter((host) => host),
  ].join(' ');
}

/** The fields of the mailing that never change. Its state is `done` until rows are added. */
const partsOf = (automation: AutomationDocument, schedule: AutomationScheduleDocument) => ({
  _id: mailingOfEmail(schedule._id),
  user_id: automation.user_id,
  automation_id: automation._id,
  schedule_id: schedule._id,
  unsubscribe_group_id: automation.unsubscribe_group_id!,
  must_be_in: automation.exit_criteria === 1 ? automation.automation_for : null,
  state: 'done' as const,
});
