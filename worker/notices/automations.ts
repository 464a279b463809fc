import { AutomationSchedule } from '../../common/models/automation-schedules.ts';
import { Automation } from '../../common/models/automations.ts';
import { counted, type RenderNotice } from './mails/notice.ts';
import { shorten } from './mails/shorten.ts';

async function nameOf(userId: number, id: number): Promise<string | null> {
  const found = await Automation.of(userId).findOne({ _id: id }, { projection: { automation_name: 1 } });
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
  return {
    subject: 'An automation is paused',
    paragraphs: [
      `It is ${name}.`,
      'Contacts in it keep their place. Due emails wait until it is turned on again.',
    ],
  };
};
