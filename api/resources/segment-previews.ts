import { askForEngagement } from '../../common/changes/engagement-dates.ts';
import { ContactType } from '../../common/models/contact-types.ts';
import { Contact, type ContactDocument } from '../../common/models/contacts.ts';
import { customFieldsOf } from '../../common/queries/custom-fields.ts';
import { isEngagementKnown } from '../../common/queries/engagement-dates.ts';
import { CONFIRMED, filterOf } from '../../common/queries/rule-filters.ts';
import { asksForEngagement, type ContactFilter } from '../../common/queries/segment-filter.ts';
import type { Rows } from '../../common/store/collection.ts';
import { endpoints } from '../http/endpoint.ts';
import type { QuestionStore } from '../http/slow-questions.ts';
import { inputs } from '../http/typed-input.ts';
import { presentContactType } from '../present/contact-types.ts';
import { presentListedContact, UNSHOWN } from '../present/contacts.ts';
import { listedValues } from '../services/queries/listed-values.ts';
import { checkTypeAndRule, ruleInput } from './segment-rule-inputs.ts';

const SHOWN = 10;

/**
 * Counts the matches within the time, and returns whether there may be more, and the contacts to show. It continues until it
 * finds the first match.
 */
async function look(
  contacts: Rows<ContactDocument>,
  filter: ContactFilter,
  { collection, ids, options }: QuestionStore,
  until: number,
) {
  let [count, first, more] = [0, [] as number[], true];
  for await (const batch of ids(contacts, filter)) {
    count += batch.ids.length;
    first = [...first, ...batch.ids].toSorted((one, other) => one - other).slice(0, SHOWN);
    more = batch.more;
    if (count > 0 && performance.now() >= until) break;
  }
  const found = await collection(contacts)
    .find({ _id: { $in: first }, deleted_at: null }, { ...options(), projection: UNSHOWN })
    .sort({ _id: 1 })
    .toArray();
  return { count, more, found };
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
      const living = { user_id: account.id, contact_type_id, deleted_at: null, ...CONFIRMED };
      const [{ count, more, found }, type, fields, known] = await Promise.all([
        questions.ask(account, 'select_field', signal, async (asking) => {
          const until = performance.now() + asking.countingMs;
          const values = await listedValues(rule, account.id, asking);
          const filter = filterOf(rule, { timezone: account.timezone, values });
          return look(Contact.of(account.id), { $and: [living, filter] }, asking, until);
        }),
        ContactType.of(account.id).findOne({ _id: contact_type_id }),
        customFieldsOf(account.id),
        asks ? isEngagementKnown(account.id) : true,
      ]);
      const shown = presentContactType(type!);
      const contacts = found.map((contact) => presentListedContact(contact, shown, fields));
      return { count, at_least: more, contacts, refreshing: !known };
    },
  },
});
