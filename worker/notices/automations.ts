import { AutomationSchedule } from '../../common/models/automation-schedules.ts';
import { Automation } from '../../common/models/automations.ts';
import { counted } from './mails/notice.ts';
import { shorten } from './mails/shorten.ts';
import type { RenderNotice } from './renderer.ts';

async function nameOf(id: number): Promise<string | null> {
  const found = await Automation.findOne({ _id: id }, { projection: { automation_name: 1 } });
  return found && `“${shorten(found.automation_name)}”`;
}

export const automationLive: RenderNotice = async ({ subject: id }) => {
  const name = await nameOf(id);
  if (name === null) return null;
  const mails = await AutomationSchedule.countDocuments({ automation_id: id });
  return {
    subject: `An automation is live with ${counted(mails, 'mail')}`,
    paragraphs: [
      `It is ${name}.`,
      mails > 0
        ? 'From now on it mails the contacts that join it.'
        : 'It has no mails yet: contacts that join it wait for the first.',
    ],
  };
};

export const automationPaused: RenderNotice = async ({ subject: id, facts }) => {
  const name = await nameOf(id);
  if (name === null) return null;
  if (facts['reason'] === 'failed') {
    return {
      subject: 'An automation is held: a step of it failed repeatedly',
      paragraphs: [
        `It is ${name}.`,
        'It sends no mails; contacts in it keep their place.',
        'Its details name the failure. Please set it live to try again, and tell the operator of this service if it fails again.',
      ],
    };
  }
  return {
    subject: 'An automation is paused',
    paragraphs: [
      `It is ${name}.`,
      'Contacts in it keep their place; mails that fall due wait until it is live again.',
    ],
  };
};
