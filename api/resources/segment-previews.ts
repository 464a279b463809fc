import Joi from 'joi';
import { asksForEngagement } from '../../common/domain/segment-filter.ts';
import { ContactType } from '../../common/models/contact-types.ts';
import { Contact } from '../../common/models/contacts.ts';
import { rows } from '../../common/mongo.ts';
import { customFieldsOf } from '../../common/queries/custom-fields.ts';
import { askForEngagement, isEngagementKnown } from '../../common/queries/engagement-dates.ts';
import { filterOf, RULE_MS } from '../../common/queries/rule-filters.ts';
import { endpoint } from '../http/endpoint.ts';
import { presentContactType } from '../present/contact-types.ts';
import { presentListedContact } from '../present/contacts.ts';
import { checkTypeAndRule, type RuleInput, ruleInput } from './segment-rule-inputs.ts';

/** Contacts that a preview shows. */
const SHOWN = 10;

export const segmentPreviews = {
  segmentPreview: endpoint<'segmentPreview', RuleInput>({
    input: Joi.object(ruleInput),
    async run(input, account, { ring }) {
      const { contact_type_id } = input;
      const { rule, written } = await checkTypeAndRule(input, account, null);
      const asks = asksForEngagement(written.select_field);
      if (asks && (await askForEngagement(account.id))) {
        await ring('record-engagement', { userId: account.id }, String(account.id));
      }
      const filter = {
        $and: [{ user_id: account.id, contact_type_id, deleted_at: null }, filterOf(rule, account.timezone)],
      };
      const [count, found, type, fields, known] = await Promise.all([
        rows(Contact).countDocuments(filter, { maxTimeMS: RULE_MS }),
        rows(Contact)
          .find(filter, {
            projection: { email_norm: 0, custom_number: 0, written_by: 0 },
            maxTimeMS: RULE_MS,
          })
          .sort({ _id: 1 })
          .limit(SHOWN)
          .toArray(),
        rows(ContactType).findOne({ _id: contact_type_id }),
        customFieldsOf(account.id),
        asks ? isEngagementKnown(account.id) : true,
      ]);
      const shown = presentContactType(type!);
      const contacts = found.map((contact) => presentListedContact(contact, shown, fields));
      return { count, contacts, refreshing: !known };
    },
  }),
};
