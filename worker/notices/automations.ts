import { AutomationSchedule } from '../../common/models/automation-schedules.ts';
import { Automation } from '../../common/models/automations.ts';
import { type BrakeReason, Mailing } from '../../common/models/mailings.ts';
import { PAUSE_TEXTS } from '../../shared/hold-texts.ts';
import { counted, type RenderNotice } from './mails/notice.ts';
import { shorten } from './mails/shorten.ts';

async function nameOf(userId: number, id: number): Promise<string | null> {
  const found = await Automation.of(userId).findOne(
    { _id: id, deleted_at: null },
    { projection: { automation_name: 1 } },
  );
  return found && `“${shorten(found.automation_name)}”`;
}

export const automationLive: RenderNotice = async ({ user_id, subject: id }) => {
  const name = await nameOf(user_id, id);
  if (name === null) return null;
  const mails = await AutomationSchedule.of(user_id).countDocuments({ automation_id: id });
  return {
    subject: `An automation is on, with ${counted(mails, 'email')}`,
    paragraphs: [
      `It is ${name}.`,
      mails > 0
        ? 'Contacts that join it now get its emails.'
        : 'It has no emails yet. Contacts that join it wait for the first one.',
    ],
  };
};

const CHECK_CONTACTS = 'Check where its contacts come from, then turn it on again.';
const AFTER_BRAKE: Readonly<Record<BrakeReason, string>> = {
  refused: 'Tell the operator of the service. Turn it on again when the problem is fixed.',
  too_many_bounces: CHECK_CONTACTS,
  too_many_complaints: CHECK_CONTACTS,
};
const isBrake = (reason: unknown): reason is BrakeReason => Object.hasOwn(AFTER_BRAKE, String(reason));

export const automationPaused: RenderNotice = async ({ user_id, subject: id, facts }) => {
  const name = await nameOf(user_id, id);
  if (name === null) return null;
  if (facts['reason'] === 'failed') {
    return {
      subject: 'An automation is held: a step failed repeatedly',
      paragraphs: [
        `It is ${name}.`,
        'It sends no emails. Contacts in it keep their place.',
        'Turn it on to try again. If it fails again, tell the operator of the service.',
      ],
    };
  }
  const { reason } = facts;
  const heading = isBrake(reason) ? PAUSE_TEXTS[reason][0] : null;
  return {
    subject:
      heading === null
        ? 'An automation is paused'
        : `Emails of an automation are paused: ${heading.charAt(0).toLowerCase()}${heading.slice(1)}`,
    paragraphs: [
      `It is ${name}.`,
      'Contacts in it keep their place. Due emails wait until it is turned on again.',
      ...(isBrake(reason) ? [AFTER_BRAKE[reason]] : []),
    ],
  };
};

export const automationFull: RenderNotice = async ({ user_id, subject: id }) => {
  const name = await nameOf(user_id, id);
  if (name === null) return null;
  return {
    subject: 'New contacts cannot enter an automation: the account is full',
    paragraphs: [
      `It is ${name}.`,
      'Your account has as many places in segments and automations as its limit allows. Contacts in the automation still get its emails.',
      'Contacts that join it wait, and enter automatically once there is room. Delete a segment that you no longer need, or ask the operator of the service for a higher limit.',
    ],
  };
};

export const automationTrouble: RenderNotice = async ({ user_id, subject: id, facts }) => {
  const [name, waiting] = await Promise.all([
    nameOf(user_id, id),
    Mailing.of(user_id).findOne(
      {
        automation_id: { $gt: 0, $eq: id },
        state: 'open',
        paused_reason: null,
        server_trouble: { $exists: true },
      },
      { projection: { _id: 1 }, hint: { automation_id: 1 } },
    ),
  ]);
  // It ended meanwhile.
  if (name === null || !waiting) return null;
  return {
    subject: 'An automation waits for a mail server',
    paragraphs: [
      `It is ${name}.`,
      `No email can be handed to the mail server at present: ${facts['reply']}`,
      'It is tried again automatically, and contacts keep their place. If it continues, ask the operator of the service.',
    ],
  };
};
