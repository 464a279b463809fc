import { mailingOfSend } from '../../../common/domain/mailing-keys.ts';
import { Automation } from '../../../common/models/automations.ts';
import { Mailing } from '../../../common/models/mailings.ts';
import { SingleSend } from '../../../common/models/single-sends.ts';
import type { Design } from '../../../common/rendering/renderer.ts';
import { findSchedule } from '../../services/queries/automations.ts';

export interface Draft {
  readonly kind: string;
  readonly name: string | null;
  readonly subject: string;
  readonly preheader: string;
  readonly design: Design;
  /** The path of its editor; null for HTML and sent designs. */
  readonly editor: string | null;
}

/** The single send or email with this utr, or null. A started send shows the sent design, even if its template has changed. */
export async function findDraft(userId: number, utr: string): Promise<Draft | null> {
  return (await findSend(userId, utr)) ?? (await findEmail(userId, utr));
}

async function findSend(userId: number, utr: string): Promise<Draft | null> {
  const send = await SingleSend.of(userId).findOne({ utr, deleted_at: null });
  if (!send) return null;
  const mailing = await Mailing.of(userId).findOne(
    { _id: mailingOfSend(send._id) },
    { projection: { 'content.html': 1 } },
  );
  return {
    kind: 'Single send',
    name: send.single_send_name,
    subject: send.subject,
    preheader: send.preheader,
    design: mailing ? { ...NO_DESIGN, template_html: mailing.content.html } : designOf(send),
    editor: mailing || send.status !== 0 ? null : editorOf(send, `campaigns/${utr}`),
  };
}

async function findEmail(userId: number, utr: string): Promise<Draft | null> {
  const email = await findSchedule(userId, utr);
  if (!email) return null;
  const automation = await Automation.of(userId).findOne(
    { _id: email.automation_id },
    { projection: { utr: 1 } },
  );
  return {
    kind: 'Automation email',
    name: null,
    subject: email.subject,
    preheader: email.preheader ?? '',
    design: designOf(email),
    editor: automation && editorOf(email, `emails/${automation.utr}/${utr}`),
  };
}

const editorOf = ({ template_html }: Design, path: string): string | null =>
  template_html ? null : `/console/editor/${path}`;

const NO_DESIGN: Design = { template_id: 0, template_json: null, template_html: null };

const designOf = ({ template_id, template_json, template_html }: Design): Design => ({
  template_id,
  template_json,
  template_html,
});
