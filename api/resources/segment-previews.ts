import { askForEngagement } from '../../common/changes/engagement-dates.ts';
import { ContactType } from '../../common/models/contact-types.ts';
import { Contact } from '../../common/models/contacts.ts';
import { rows } from '../../common/mongo/connection.ts';
import { customFieldsOf } from '../../common/queries/custom-fields.ts';
import { isEngagementKnown } from '../../common/queries/engagement-dates.ts';
import { filterOf } from '../../common/queries/rule-filters.ts';
import { asksForEngagement, type ContactFilter } from '../../common/queries/segment-filter.ts';
import { endpoints } from '../http/endpoint.ts';
import type { Asking } from '../http/slow-questions.ts';
import { inputs } from '../http/typed-input.ts';
import { presentContactType } from '../present/contact-types.ts';
import { presentListedContact, UNSHOWN } from '../present/contacts.ts';
import { checkTypeAndRule, ruleInput } from './segment-rule-inputs.ts';

/** Contacts that a preview shows. */
const SHOWN = 10;

/** The first that match, and how many do: only those behind the first are counted, so that no contact is looked at twice. */
async function look(filter: ContactFilter, { collection, options }: Asking) {
  const contacts = collection(Contact);
  const found = await contacts
    .find(filter, { ...options(), projection: UNSHOWN })
    .sort({ _id: 1 })
    .limit(SHOWN)
    .toArray();
  if (found.length < SHOWN) return { count: found.length, found };
  const more = { $and: [filter, { _id: { $gt: found.at(-1)!._id } }] };
  return { count: found.length + (await contacts.countDocuments(more, options())), found };
}

export const segmentPreviews = endpoints({
  segmentPreview: {
    input: inputs(ruleInput),
    async run(input, account, { ring, questions, signal }) {
      questions.checkPlace(account);
      const { contact_type_id } = input;
      const { rule, written } = await checkTypeAndRule(input, account, null);
      const asks = asksForEngagement(written.select_field);
      if (asks && (await askForEngagement(account.id))) {
        await ring('record-engagement', { userId: account.id });
      }
      const filter = {
        $and: [{ user_id: account.id, contact_type_id, deleted_at: null }, filterOf(rule, account.timezone)],
      };
      const [{ count, found }, type, fields, known] = await Promise.all([
        questions.ask(account, 'select_field', signal, (asking) => look(filter, asking)),
        rows(ContactType).findOne({ _id: contact_type_id }),
        customFieldsOf(account.id),
        asks ? isEngagementKnown(account.id) : true,
      ]);
      const shown = presentContactType(type!);
      const contacts = found.map((contact) => presentListedContact(contact, shown, fields));
      return { count, contacts, refreshing: !known };
    },
  },
});
