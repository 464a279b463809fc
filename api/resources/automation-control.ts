import Joi from 'joi';
import { now } from '../../common/clock.ts';
import { AUTOMATION_STATUS, Automation, type AutomationDocument } from '../../common/models/automations.ts';
import { rows } from '../../common/mongo.ts';
import { livingAutomation } from '../../common/queries/automations.ts';
import { allThere } from '../../common/queries/holds.ts';
import { endpoint } from '../http/endpoint.ts';
import { conflict } from '../http/failures.ts';
import { recordUtr, required } from '../http/inputs.ts';

const byUtr = Joi.object<{ utr: string }>({ utr: required(recordUtr()) });

/** Throws a 409 that names what an automation wants before it may go live. */
async function checkReady({ user_id, unsubscribe_group_id, automation_for }: AutomationDocument) {
  if (unsubscribe_group_id === null) throw conflict('Unsubscribe group require to live automation');
  // One that was deleted since has no recipients either.
  if (automation_for === null || !(await allThere(user_id, [automation_for]))) {
    throw conflict('Recipients require to live automation');
  }
}

export const automationControl = {
  automationPause: endpoint<'automationPause', { utr: string }>({
    input: byUtr,
    async run({ utr }, account) {
      const own = livingAutomation(account.id, utr);
      const paused = await rows(Automation).findOneAndUpdate(
        { ...own, status: AUTOMATION_STATUS.live },
        { $set: { status: AUTOMATION_STATUS.draft, updated_at: now() } },
      );
      if (paused) return true;
      if (!(await rows(Automation).findOne(own, { projection: { _id: 1 } }))) return null;
      throw conflict('Automation is not live');
    },
  }),

  automationSetLive: endpoint<'automationSetLive', { utr: string }>({
    input: byUtr,
    async run({ utr }, account) {
      const own = livingAutomation(account.id, utr);
      const automation = await rows(Automation).findOne(own);
      if (!automation) return null;
      if (automation.status === AUTOMATION_STATUS.live) return true;
      await checkReady(automation);
      const at = now();
      await rows(Automation).updateOne(
        { ...own, status: AUTOMATION_STATUS.draft },
        { $set: { status: AUTOMATION_STATUS.live, live_at: at, updated_at: at } },
      );
      return true;
    },
  }),
};
