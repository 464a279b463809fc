import { randomUUID } from 'node:crypto';
import { now } from '../../common/clock.ts';
import { readAudienceRef } from '../../common/domain/audience-refs.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import {
  AUTOMATION_TYPE,
  Automation,
  type AutomationDocument,
  NEVER_LIVE,
} from '../../common/models/automations.ts';
import { NO_FIGURES } from '../../common/models/figures.ts';
import { allThere } from '../../common/queries/holds.ts';
import { nextId } from '../../common/store/ids.ts';
import type { Account } from '../http/account.ts';
import { endpoints } from '../http/endpoint.ts';
import { invalid } from '../http/failures.ts';
import { byIdsOrUtrs, byUtr, flag, integer, oneOf, recordUtr, refuse, text } from '../http/inputs.ts';
import { listing } from '../http/listing.ts';
import { inputs, nothing, optional, required, stated, type ValuesOf } from '../http/typed-input.ts';
import { presentAutomation, presentCountedAutomation } from '../present/automations.ts';
import { figuresOfAutomations } from '../services/queries/automation-figures.ts';
import { countSchedules, livingAutomation } from '../services/queries/automations.ts';
import { isGroupThere } from '../services/queries/unsubscribe-groups.ts';
import { copyAutomation, storeAutomation } from './automation-copies.ts';
import { deleteAutomations } from './automation-deletion.ts';
import { audienceHint } from './single-send-inputs.ts';

const TYPES = Object.keys(AUTOMATION_TYPE) as (keyof typeof AUTOMATION_TYPE)[];

const target = stated(
  text().custom((entry: string, helpers) =>
    entry === '' ? null : (readAudienceRef(entry) ?? refuse(helpers, texts.selected, audienceHint(entry))),
  ),
  { type: 'string', pattern: '^(contacts|segments)_\\d{1,15}$' },
);

/** Target and group may be absent until the automation goes live (docs/rules.md 10.3). */
const automationInput = {
  type: required(oneOf(TYPES)),
  automation_name: required(text()),
  automation_for: optional(target),
  unsubscribe_group_id: optional(integer()),
  exit_criteria: optional(flag()),
};

/** A blank clears target and group. The others always have a value, which a blank keeps. */
const automationChanges = {
  utr: required(recordUtr()),
  type: optional(oneOf(TYPES)),
  automation_name: optional(text()),
  automation_for: target,
  unsubscribe_group_id: integer(),
  exit_criteria: optional(flag()),
};

type AutomationReferences = Pick<
  ValuesOf<typeof automationChanges>,
  'automation_for' | 'unsubscribe_group_id'
>;

/** Throws a 422 with all references that do not exist. */
async function checkReferences(input: AutomationReferences, { id }: Account): Promise<void> {
  const { automation_for: entry, unsubscribe_group_id: groupId } = input;
  const [target, group] = await Promise.all([
    entry === undefined || entry === null || allThere(id, [entry]),
    groupId === undefined || groupId === null || isGroupThere(id, groupId),
  ]);
  const wrong = {
    ...(!target && { automation_for: [texts.selected('automation_for')] }),
    ...(!group && { unsubscribe_group_id: [texts.selected('unsubscribe_group_id')] }),
  };
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
}

export const automations = endpoints({
  automationList: {
    input: nothing,
    run: (_, account) =>
      listing({
        model: Automation.of(account.id),
        filter: { deleted_at: null },
        async present(page) {
          const ids = page.map((automation) => automation._id);
          const [counts, figures] = await Promise.all([
            countSchedules(account.id, ids),
            figuresOfAutomations(account.id, ids),
          ]);
          return page.map((automation) =>
            presentCountedAutomation(
              automation,
              figures.get(automation._id) ?? NO_FIGURES,
              account.timezone,
              counts.get(automation._id) ?? 0,
            ),
          );
        },
      }),
  },

  automationCreate: {
    input: inputs(automationInput),
    async run(input, account) {
      await checkReferences(input, account);
      const at = now();
      const automation: AutomationDocument = {
        _id: await nextId('automations'),
        user_id: account.id,
        utr: randomUUID(),
        automation_name: input.automation_name,
        automation_type: AUTOMATION_TYPE[input.type],
        automation_for: input.automation_for ?? null,
        exit_criteria: input.exit_criteria ?? 0,
        unsubscribe_group_id: input.unsubscribe_group_id ?? null,
        ...NEVER_LIVE,
        deleted_at: null,
        created_at: at,
        updated_at: at,
      };
      await storeAutomation(automation, account);
      return { id: automation._id, utr: automation.utr };
    },
  },

  automationUpdate: {
    input: inputs(automationChanges),
    async run({ utr, automation_name, type, ...rest }, account, { conflict }) {
      const own = livingAutomation(utr);
      if (!(await Automation.of(account.id).findOne(own, { projection: { _id: 1 } }))) return null;
      await checkReferences(rest, account);
      const series = { ...(type !== undefined && { automation_type: AUTOMATION_TYPE[type] }), ...rest };
      const isSeries = Object.keys(series).length > 0;
      // Its recipients and their consent are fixed when it first goes live. Its name is not.
      const { matchedCount } = await Automation.of(account.id).updateOne(
        { ...own, ...(isSeries && { live_at: null }) },
        { $set: { ...series, ...(automation_name !== undefined && { automation_name }), updated_at: now() } },
      );
      if (matchedCount === 1) return { utr };
      if (!(await Automation.of(account.id).findOne(own, { projection: { _id: 1 } }))) return null;
      throw conflict('wasLive');
    },
  },

  automationDuplicate: {
    input: byUtr,
    async run({ utr }, account) {
      const original = await Automation.of(account.id).findOne(livingAutomation(utr));
      if (!original) return null;
      const copy = await copyAutomation(original, account);
      return { id: copy._id, utr: copy.utr };
    },
  },

  automationDetails: {
    input: byUtr,
    async run({ utr }, account) {
      const automation = await Automation.of(account.id).findOne(livingAutomation(utr));
      if (!automation) return null;
      const figures =
        (await figuresOfAutomations(automation.user_id, [automation._id])).get(automation._id) ?? NO_FIGURES;
      return presentAutomation(automation, figures, account.timezone);
    },
  },

  automationDelete: {
    input: byUtr,
    run: ({ utr }, account, { ring }) => deleteAutomations(account, { utr: { $in: [utr] } }, ring),
  },

  automationBulkDelete: {
    input: byIdsOrUtrs,
    async run({ strIds }, account, { ring }) {
      const ids = strIds.filter((entry) => /^\d{1,15}$/.test(entry)).map(Number);
      return deleteAutomations(account, { $or: [{ utr: { $in: strIds } }, { _id: { $in: ids } }] }, ring);
    },
  },
});
