import { randomUUID } from 'node:crypto';
import Joi from 'joi';
import { now } from '../../common/clock.ts';
import { nextId } from '../../common/ids.ts';
import {
  AutomationSchedule,
  type AutomationScheduleDocument,
} from '../../common/models/automation-schedules.ts';
import { Automation } from '../../common/models/automations.ts';
import { rows } from '../../common/mongo.ts';
import { findSchedule, livingAutomation } from '../../common/queries/automations.ts';
import { endpoint } from '../http/endpoint.ts';
import { recordUtr, required } from '../http/inputs.ts';
import { listing } from '../http/listing.ts';
import { presentAutomationSchedule } from '../present/automation-schedules.ts';
import { checkReferences, type ScheduleInput, scheduleInput } from './automation-schedule-inputs.ts';
import { codesOf } from './template-inputs.ts';

/** Each bears its template, of up to 2 MiB. */
const LIST_PAGE = 50;

const byUtr = Joi.object<{ utr: string }>({ utr: required(recordUtr()) });

const withUtr = Joi.object<ScheduleInput & { utr: string }>({ utr: required(recordUtr()), ...scheduleInput });

/** What a create and an update store alike. */
const contentOf = (input: ScheduleInput, before: AutomationScheduleDocument | null) => ({
  sender_id: input.sender_id,
  subject: input.subject,
  waiting_type: input.waiting_type,
  waiting_period: input.waiting_period,
  template_id: input.template_id,
  preview_img: input.preview_img,
  ...codesOf(input, before),
  updated_at: now(),
});

export const automationSchedules = {
  automationScheduleList: endpoint<'automationScheduleList', { utr: string }>({
    input: byUtr,
    async run({ utr }, account, { config }) {
      const automation = await rows(Automation).findOne(livingAutomation(account.id, utr));
      return (
        automation &&
        listing({
          model: AutomationSchedule,
          filter: { automation_id: automation._id },
          page: LIST_PAGE,
          present: (page) => page.map((schedule) => presentAutomationSchedule(schedule, config.publicUrl)),
        })
      );
    },
  }),

  automationScheduleCreate: endpoint<'automationScheduleCreate', ScheduleInput & { utr: string }>({
    input: withUtr,
    async run({ utr, ...input }, account) {
      const automation = await rows(Automation).findOne(livingAutomation(account.id, utr));
      if (!automation) return null;
      await checkReferences(input, account);
      const content = contentOf(input, null);
      await rows(AutomationSchedule).insertOne({
        _id: await nextId('automation_schedules'),
        user_id: account.id,
        automation_id: automation._id,
        utr: randomUUID(),
        ...content,
        created_at: content.updated_at,
      });
      return true;
    },
  }),

  automationScheduleUpdate: endpoint<'automationScheduleUpdate', ScheduleInput & { utr: string }>({
    input: withUtr,
    async run({ utr, ...input }, account) {
      const before = await findSchedule(account.id, utr);
      if (!before) return null;
      await checkReferences(input, account);
      return rows(AutomationSchedule).findOneAndUpdate(
        { _id: before._id },
        { $set: contentOf(input, before) },
      );
    },
  }),

  automationScheduleDelete: endpoint<'automationScheduleDelete', { utr: string }>({
    input: byUtr,
    async run({ utr }, account) {
      const schedule = await findSchedule(account.id, utr);
      return schedule && rows(AutomationSchedule).findOneAndDelete({ _id: schedule._id });
    },
  }),
};
