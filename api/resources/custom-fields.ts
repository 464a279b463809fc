import Joi from 'joi';
import { now } from '../../common/clock.ts';
import { isReservedFieldName } from '../../common/data/reserved-names.ts';
import { nextId } from '../../common/ids.ts';
import { CustomField, FIELD_TYPES, type FieldType } from '../../common/models/custom-fields.ts';
import { isDuplicateKey, rows, store } from '../../common/mongo.ts';
import { deleteField, finishRemovals } from '../../common/queries/field-removals.ts';
import { outsideTransaction } from '../../common/transactions.ts';
import { endpoint } from '../http/endpoint.ts';
import { conflict, invalidField, texts } from '../http/failures.ts';
import { oneOf, recordId, refuse, required, stated, text } from '../http/inputs.ts';
import { listing } from '../http/listing.ts';
import { presentCustomField } from '../present/custom-fields.ts';

const fieldName = stated(
  text().custom((name: string, helpers) => {
    if (!/^\w+$/.test(name)) return refuse(helpers, texts.format);
    return isReservedFieldName(name) ? refuse(helpers, texts.selected) : name;
  }),
  { type: 'string', pattern: '^[A-Za-z0-9_]+$', maxLength: 255 },
).description('Letters, digits and underscores; none of the reserved names.');

export const customFields = {
  customFieldList: endpoint<'customFieldList', object>({
    input: Joi.object({}),
    run: (_, account) =>
      listing({
        model: CustomField,
        filter: { user_id: account.id },
        // Their index is by name, and they are few.
        index: null,
        present: (page) => page.map(presentCustomField),
      }),
  }),

  customFieldSave: endpoint<'customFieldSave', { field_name: string; field_type: FieldType }>({
    input: Joi.object({ field_name: required(fieldName), field_type: required(oneOf(FIELD_TYPES)) }),
    async run({ field_name, field_type }, account) {
      const name_key = field_name.toLowerCase();
      // Steps of their own, each a transaction; that they are done is not undone with this call.
      await outsideTransaction(() => finishRemovals(account.id, name_key));
      const at = now();
      const id = await nextId('custom_fields');
      try {
        await store(CustomField, {
          _id: id,
          user_id: account.id,
          field_name,
          name_key,
          field_type,
          created_at: at,
          updated_at: at,
        });
      } catch (error) {
        if (isDuplicateKey(error)) throw invalidField('field_name', texts.taken('field_name'));
        throw error;
      }
      return { id };
    },
  }),

  customFieldDelete: endpoint<'customFieldDelete', { id: number }>({
    input: Joi.object({ id: required(recordId()) }),
    async run({ id }, account, { ring }) {
      const field = await rows(CustomField).findOne({ user_id: account.id, _id: id });
      const end = field ? await deleteField(field) : 'gone';
      if (end === 'gone') return null;
      if (end === 'used') throw conflict('Field is used by a segment');
      await ring('remove-custom-values', { customFieldId: id }, String(id));
      return true;
    },
  }),
};
