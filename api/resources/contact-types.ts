import Joi from 'joi';
import { now } from '../../common/clock.ts';
import { nextId } from '../../common/ids.ts';
import { ContactType } from '../../common/models/contact-types.ts';
import { rows, store } from '../../common/mongo.ts';
import { countContacts } from '../../common/queries/contact-counts.ts';
import { endpoint } from '../http/endpoint.ts';
import { recordId, required, text } from '../http/inputs.ts';
import { listing } from '../http/listing.ts';
import { presentContactType, presentCountedContactType } from '../present/contact-types.ts';

const typeName = required(text({ min: 2 }));

const ofAccount = (userId: number, id: number) => ({ user_id: userId, _id: id, deleted_at: null });

export const contactTypes = {
  contactTypeList: endpoint<'contactTypeList', object>({
    input: Joi.object({}),
    run: (_, account) =>
      listing({
        model: ContactType,
        filter: { user_id: account.id, deleted_at: null },
        async present(page) {
          const counts = await countContacts(page);
          return page.map((type) => presentCountedContactType(type, counts.get(type._id) ?? 0));
        },
      }),
  }),

  contactTypeAdd: endpoint<'contactTypeAdd', { name: string }>({
    input: Joi.object({ name: typeName }),
    async run({ name }, account) {
      const at = now();
      const id = await nextId('contact_types');
      await store(ContactType, {
        _id: id,
        user_id: account.id,
        name,
        contacts: 0,
        created_at: at,
        updated_at: at,
      });
      return { id };
    },
  }),

  contactTypeView: endpoint<'contactTypeView', { contact_type_id: number }>({
    input: Joi.object({ contact_type_id: required(recordId()) }),
    async run({ contact_type_id: id }, account) {
      const type = await rows(ContactType).findOne(ofAccount(account.id, id));
      return type && presentContactType(type);
    },
  }),

  contactTypeUpdate: endpoint<'contactTypeUpdate', { id: number; name: string }>({
    input: Joi.object({ id: required(recordId()), name: typeName }),
    run: ({ id, name }, account) =>
      rows(ContactType).findOneAndUpdate(ofAccount(account.id, id), { $set: { name, updated_at: now() } }),
  }),

  contactTypeDelete: endpoint<'contactTypeDelete', { contact_type_id: number }>({
    input: Joi.object({ contact_type_id: required(recordId()) }),
    async run({ contact_type_id: id }, account, { ring }) {
      const type = await rows(ContactType).findOneAndUpdate(ofAccount(account.id, id), {
        $set: { deleted_at: now() },
      });
      if (type) await ring('purge-contact-type', { contactTypeId: id }, String(id));
      return type;
    },
  }),
};
