import { now } from '../../common/clock.ts';
import { mailingOfEmail } from '../../common/domain/mailing-keys.ts';
import {
  AutomationSchedule,
  type AutomationScheduleDocument,
  type TemplateHold,
} from '../../common/models/automation-schedules.ts';
import type { AutomationDocument } from '../../common/models/automations.ts';
import { NO_FIGURES } from '../../common/models/figures.ts';
import { Mailing, type MailingDocument, NOBODY } from '../../common/models/mailings.ts';
import { Sender } from '../../common/models/senders.ts';
import { isDuplicateKey, rows } from '../../common/mongo.ts';
import { newestKeyId } from '../../common/secrets/signing.ts';
import type { WorkerContext } from '../context.ts';
import { compileContent } from '../delivery/compiled.ts';
import { contentOf } from '../delivery/content.ts';
import { EMPTY_TEMPLATE, templateHold } from '../delivery/template-hold.ts';
import { renderSoon } from '../renderer.ts';

/** A mailing without what weighs. */
export type EmailMailing = Omit<MailingDocument, 'links'>;

/** A live automation's email, as it stands. */
export interface Email {
  automation: AutomationDocument;
  schedule: AutomationScheduleDocument;
}

const find = (key: string) =>
  rows(Mailing).findOne<EmailMailing>(
    { _id: key },
    { projection: { 'content.html': 0, 'content.text': 0, links: 0 } },
  );

/**
 * The mailing of an automation's email, with content, sender and address as they are now; made when it first sends.
 * Links that mails have keep their ids; new ones are added. Null while there is nothing to send: its content is still being
 * rendered, shows nothing, or makes no mail, and then the email says so.
 */
export async function emailMailing(
  { automation, schedule }: Email,
  worker: Pick<WorkerContext, 'config' | 'renderer'>,
): Promise<EmailMailing | null> {
  const key = mailingOfEmail(schedule._id);
  const source = await sourceOf(schedule);
  const found = await find(key);
  if (found?.source === source) return found;
  const rendered = await renderSoon(worker.renderer, schedule, schedule.user_id, `schedule-${schedule._id}`);
  if (rendered.state === 'pending') return null;
  if (rendered.state !== 'done') return holdEmail(schedule, templateHold(rendered));
  if (rendered.looks.empty) return holdEmail(schedule, EMPTY_TEMPLATE);
  const content = await contentOf({ ...schedule, preheader: '' }, rendered.looks);
  const changed = { sender_id: schedule.sender_id, content, source };
  if (!found) {
    const compiled = await compileContent(content, schedule.user_id, worker);
    if (compiled.state !== 'done') return holdEmail(schedule, templateHold(compiled));
    await insert({
      ...newMailing(automation, schedule),
      ...changed,
      links: [...compiled.mail.links],
      key_id: newestKeyId(worker.config),
    });
    await holdEmail(schedule, null);
    return find(key);
  }
  const { revision } = found;
  const known = await rows(Mailing).findOne({ _id: key, revision }, { projection: { links: 1 } });
  if (known) {
    const compiled = await compileContent(content, schedule.user_id, worker, known.links);
    if (compiled.state !== 'done') return holdEmail(schedule, templateHold(compiled));
    await rows(Mailing).updateOne(
      { _id: key, revision },
      { $set: { ...changed, links: [...compiled.mail.links], revision: revision + 1 } },
    );
    await holdEmail(schedule, null);
  }
  // Whoever was faster made it of what is newest, or it is made anew by the next one.
  return find(key);
}

/** Notes why an email waits, or that it does so no longer, unless it was changed in the meantime. */
async function holdEmail(
  { _id, updated_at, template_hold: before }: AutomationScheduleDocument,
  hold: TemplateHold | null,
): Promise<null> {
  if (hold !== null || before) {
    await rows(AutomationSchedule).updateOne({ _id, updated_at }, { $set: { template_hold: hold } });
  }
  return null;
}

/** Says what a content is made of: the email and its sender, as they were last changed. */
async function sourceOf({ sender_id, updated_at }: AutomationScheduleDocument): Promise<string> {
  const sender = await rows(Sender).findOne({ _id: sender_id }, { projection: { updated_at: 1 } });
  return [updated_at.getTime(), sender_id, sender?.updated_at.getTime()].join(' ');
}

async function insert(mailing: MailingDocument): Promise<void> {
  try {
    await rows(Mailing).insertOne(mailing);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}

const newMailing = (
  automation: AutomationDocument,
  schedule: AutomationScheduleDocument,
): Omit<MailingDocument, 'content' | 'links' | 'source' | 'sender_id'> => ({
  _id: mailingOfEmail(schedule._id),
  user_id: automation.user_id,
  single_send_id: null,
  automation_id: automation._id,
  schedule_id: schedule._id,
  unsubscribe_group_id: automation.unsubscribe_group_id!,
  must_be_in: automation.exit_criteria === 1 ? automation.automation_for : null,
  revision: 1,
  writes: 0,
  state: 'done',
  paused_reason: null,
  stopped: false,
  walk: { entry: 0, after: 0, batch: 0 },
  audience: { ...NOBODY },
  figures: { ...NO_FIGURES },
  lease_token: null,
  lease_until: new Date(0),
  created_at: now(),
  opened_at: null,
  done_at: null,
});
