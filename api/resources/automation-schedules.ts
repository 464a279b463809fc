import { randomUUID } from 'node:crypto';
import type { ClientSession } from 'mongodb';
import { stopMailings } from '../../common/changes/mailings.ts';
import { now } from '../../common/clock.ts';
import { mailingOfEmail } from '../../common/domain/mailing-keys.ts';
import {
  AutomationSchedule,
  type AutomationScheduleDocument,
  type TemplateHold,
} from '../../common/models/automation-schedules.ts';
import { Automation } from '../../common/models/automations.ts';
import type { Renderer } from '../../common/rendering/renderer.ts';
import { nextId } from '../../common/store/ids.ts';
import type { Account } from '../http/account.ts';
import { endpoints } from '../http/endpoint.ts';
import { byUtr, recordUtr } from '../http/inputs.ts';
import { listing } from '../http/listing.ts';
import { inputs, required } from '../http/typed-input.ts';
import { presentAutomationSchedule } from '../present/automation-schedules.ts';
import { warningsFor } from '../services/mail-check/placeholder-check.ts';
import { findSchedule, livingAutomation } from '../services/queries/automations.ts';
import { forgetVersions, writeContent } from '../services/queries/content-versions.ts';
import { changePlan } from '../services/queries/plans.ts';
import { checkScheduleReferences, type ScheduleInput, scheduleInput } from './automation-schedule-inputs.ts';
import { keepVersion } from './content-versions.ts';
import { checkDesign } from './design-check.ts';
import { storeDesign } from './stored-bytes.ts';
import { templateCodesOf } from './template-inputs.ts';
import { ifVersion, isOfVersion, ofVersion } from './version-condition.ts';

const withUtr = { utr: required(recordUtr()), ...scheduleInput };

/** Stored by a create and an update alike; throws a 422 with all errors. */
async function contentOf(
  input: ScheduleInput,
  before: AutomationScheduleDocument | null,
  account: Account,
  renderer: Renderer,
) {
  const design = { template_id: input.template_id, ...templateCodesOf(input, before) };
  const { empty } = await checkScheduleReferences(
    input,
    account,
    checkDesign(design, input, account, renderer),
  );
  const hold: TemplateHold = { reason: 'template_empty', detail: null, retry_at: null };
  return {
    sender_id: input.sender_id,
    subject: input.subject,
    preheader: input.preheader ?? before?.preheader ?? '',
    tracking: input.tracking ?? before?.tracking ?? 1,
    waiting_type: input.waiting_type,
    waiting_period: input.waiting_period,
    ...design,
    preview_img: input.preview_img,
    template_hold: empty ? hold : null,
    updated_at: now(),
  };
}

export const automationSchedules = endpoints({
  automationScheduleList: {
    input: byUtr,
    async run({ utr }, account, { config }) {
      const automation = await Automation.of(account.id).findOne(livingAutomation(utr));
      return (
        automation &&
        listing({
          model: AutomationSchedule.of(account.id),
          filter: { automation_id: automation._id },
          index: { automation_id: 1, _id: 1 },
          // Each has its template of up to 2 MiB.
          heavy: true,
          present: (page) => page.map((schedule) => presentAutomationSchedule(schedule, config.publicUrl)),
        })
      );
    },
  },

  automationScheduleCreate: {
    input: inputs(withUtr),
    async run({ utr, ...input }, account, { ring, renderer, by }) {
      const automation = await Automation.of(account.id).findOne(livingAutomation(utr));
      if (!automation) return null;
      const content = { ...(await contentOf(input, null, account, renderer)), saved_by: by };
      const schedule = {
        _id: await nextId('automation_schedules'),
        user_id: account.id,
        automation_id: automation._id,
        utr: randomUUID(),
        ...content,
        version: 0,
        created_at: content.updated_at,
      };
      await storeDesign(account, schedule, null, () =>
        changePlan(account.id, automation._id, (session) =>
          AutomationSchedule.of(account.id).insertOne(schedule, { session }),
        ),
      );
      await ring('automation-replan', { automationId: automation._id, userId: account.id });
      return { id: schedule._id, utr: schedule.utr, warnings: await warningsFor(account.id, content) };
    },
  },

  automationScheduleUpdate: {
    input: inputs({ ...withUtr, if_version: ifVersion, keep_version: keepVersion }),
    async run({ utr, if_version, keep_version, ...input }, account, { ring, renderer, conflict, by }) {
      const before = await findSchedule(account.id, utr);
      if (!before) return null;
      if (!isOfVersion(before, if_version)) throw conflict('changed');
      const content = { ...(await contentOf(input, before, account, renderer)), saved_by: by };
      const change = { $set: content, $inc: { version: 1 } };
      const warnings = await warningsFor(account.id, content);
      const write = async (session: ClientSession | null, pinned?: number) => {
        const own = { _id: before._id, ...ofVersion(if_version ?? pinned) };
        const old = await AutomationSchedule.of(account.id).findOneAndUpdate(own, change, {
          returnDocument: 'before',
          ...(session ? { session } : { projection: { template_json: 0, template_html: 0 } }),
        });
        // Thrown here, so that the plan of the automation does not change either.
        if (!old && if_version !== undefined) throw conflict('changed');
        return old;
      };
      const isSameWait =
        input.waiting_type === before.waiting_type && input.waiting_period === before.waiting_period;
      const version = await storeDesign(account, content, before, () =>
        writeContent({
          of: { user_id: account.id, owner: 'email', owner_id: before._id },
          before,
          after: content,
          always: keep_version === 1,
          ...(!isSameWait && { within: (work) => changePlan(account.id, before.automation_id, work) }),
          write,
        }),
      );
      if (version === null) return null;
      if (!isSameWait)
        await ring('automation-replan', { automationId: before.automation_id, userId: account.id });
      return { utr, warnings, version };
    },
  },

  automationScheduleDelete: {
    input: byUtr,
    async run({ utr }, account, { ring }) {
      const schedule = await findSchedule(account.id, utr);
      if (!schedule) return null;
      await changePlan(account.id, schedule.automation_id, (session) =>
        AutomationSchedule.of(account.id).deleteOne({ _id: schedule._id }, { session }),
      );
      await forgetVersions(account.id, 'email', [schedule._id]);
      // Mails that were written but not handed over are withdrawn.
      const mailing = mailingOfEmail(schedule._id);
      if ((await stopMailings(account.id, [mailing])) > 0)
        await ring('finish-mailing', { mailing, userId: account.id });
      await ring('automation-replan', { automationId: schedule.automation_id, userId: account.id });
      return true;
    },
  },
});
