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
        ? 'From now on its mails go to those who join it.'
        : 'It has no mails yet: who joins it waits for the first.',
    ],
  };
};

export const automationPaused: RenderNotice = async ({ subject: id, facts }) => {
  const name = await nameOf(id);
  if (name === null) return null;
  if (facts['reason'] === 'failed') {
    return {
      subject: 'An automation is held: a step of it failed again and again',
      paragraphs: [
        `It is ${name}.`,
        'Nothing of it is sent; who is under way keeps their place.',
        'Its details say what failed. Please set it live to try again, and let the operator of this service know if it fails once more.',
      ],
    };
  }
  return {
    subject: 'An automation is paused',
    paragraphs: [
      `It is ${name}.`,
      'Who is under way keeps their place; mails that fall due wait until it is live again.',
    ],
  };
};
