import { deleteField, finishRemovals } from '../../common/changes/field-removals.ts';
import { now } from '../../common/clock.ts';
import { isReservedFieldName } from '../../common/data/reserved-names.ts';
import { FIELD_TYPES } from '../../common/domain/custom-values.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { CustomField, newCustomField } from '../../common/models/custom-fields.ts';
import { isDuplicateKey } from '../../common/store/connection.ts';
import { nextId } from '../../common/store/ids.ts';
import { outsideTransaction } from '../../common/store/transactions.ts';
import { endpoints } from '../http/endpoint.ts';
import { invalidField, tooMany } from '../http/failures.ts';
import { byId, oneOf, refuse, text } from '../http/inputs.ts';
import { listing } from '../http/listing.ts';
import { inputs, nothing, required, stated } from '../http/typed-input.ts';
import { presentFieldUses } from '../present/custom-field-uses.ts';
import { presentCustomField } from '../present/custom-fields.ts';
import { fieldUsesOf } from '../services/queries/field-uses.ts';
import { FIELD_REMOVALS } from './new-fields.ts';
import { fieldNameHint } from './proposed-fields.ts';
import { askFor } from './searches.ts';

const fieldName = stated(
  text().custom((name: string, helpers) => {
    if (!/^\w+$/.test(name)) return refuse(helpers, texts.format, fieldNameHint(name));
    return isReservedFieldName(name) ? refuse(helpers, texts.selected, fieldNameHint(name)) : name;
  }),
  { type: 'string', pattern: '^[A-Za-z0-9_]+$', maxLength: 255 },
).description('Letters, digits and underscores; none of the reserved names.');

const TAKEN = '`custom-fields` lists the fields of the account; case makes no other name.';

/** A worker removes the rest of the values, those of a thousand contacts in some tens of milliseconds. */
const AGAIN_SECONDS = 5;

export const customFields = endpoints({
  customFieldList: {
    input: nothing,
    run: (_, account) =>
      listing({
        model: CustomField.of(account.id),
        filter: {},
        // The index is by name, and an account has few.
        index: null,
        present: (page) => page.map(presentCustomField),
      }),
  },

  customFieldUses: {
    input: nothing,
    async run(_, account, call) {
      const fields = await CustomField.of(account.id).find().sort({ _id: 1 }).toArray();
      if (fields.length === 0) return [];
      const names = fields.map(({ field_name }) => field_name);
      const uses = await askFor(account, call, null)((asking) => fieldUsesOf(account.id, names, asking));
      return fields.map((field) => presentFieldUses(field, uses));
    },
  },

  customFieldSave: {
    input: inputs({ field_name: required(fieldName), field_type: required(oneOf(FIELD_TYPES)) }),
    async run({ field_name, field_type }, account, { questions, signal }) {
      const of = { user_id: account.id, field_name, field_type };
      const field = newCustomField({ _id: await nextId('custom_fields'), ...of }, now());
      const isRemoved = await outsideTransaction(() =>
        finishRemovals(account.id, field.name_key, (work) =>
          questions.ask(account, 'field_name', signal, work),
        ),
      );
      if (!isRemoved) throw tooMany(AGAIN_SECONDS, FIELD_REMOVALS);
      try {
        await CustomField.of(account.id).insertOne(field);
      } catch (error) {
        if (isDuplicateKey(error)) throw invalidField('field_name', texts.taken('field_name'), TAKEN);
        throw error;
      }
      return { id: field._id };
    },
  },

  customFieldDelete: {
    input: byId,
    async run({ id }, account, { ring, conflict }) {
      const field = await CustomField.of(account.id).findOne({ _id: id });
      const end = field ? await deleteField(field) : 'gone';
      if (end === 'gone') return null;
      if (end === 'used') throw conflict('used');
      await ring('remove-custom-values', { userId: account.id });
      return true;
    },
  },
});
