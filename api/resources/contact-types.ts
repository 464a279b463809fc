import { countContacts } from '../../common/changes/contact-counts.ts';
import { now } from '../../common/clock.ts';
import { ContactType, newContactType } from '../../common/models/contact-types.ts';
import { nextId } from '../../common/store/ids.ts';
import { endpoints } from '../http/endpoint.ts';
import { recordId, text } from '../http/inputs.ts';
import { listing } from '../http/listing.ts';
import { inputs, nothing, required } from '../http/typed-input.ts';
import { presentContactType, presentCountedContactType } from '../present/contact-types.ts';

const typeName = required(text({ min: 2 }));

const living = (id: number) => ({ _id: id, deleted_at: null });

export const contactTypes = endpoints({
  contactTypeList: {
    input: nothing,
    run: (_, account) =>
      listing({
        model: ContactType.of(account.id),
        filter: { deleted_at: null },
        async present(page) {
          const counts = await countContacts(page);
          return page.map((type) => presentCountedContactType(type, counts.get(type._id) ?? 0));
        },
      }),
  },

  contactTypeAdd: {
    input: inputs({ name: typeName }),
    async run({ name }, account) {
      const _id = await nextId('contact_types');
      await ContactType.of(account.id).insertOne(newContactType({ _id, user_id: account.id, name }, now()));
      return { id: _id };
    },
  },

  contactTypeView: {
    input: inputs({ contact_type_id: required(recordId()) }),
    async run({ contact_type_id: id }, account) {
      const type = await ContactType.of(account.id).findOne(living(id));
      return type && presentContactType(type);
    },
  },

  contactTypeUpdate: {
    input: inputs({ id: required(recordId()), name: typeName }),
    run: ({ id, name }, account) =>
      ContactType.of(account.id).findOneAndUpdate(living(id), { $set: { name, updated_at: now() } }),
  },

  contactTypeDelete: {
    input: inputs({ contact_type_id: required(recordId()) }),
    async run({ contact_type_id: id }, account, { ring }) {
      const type = await ContactType.of(account.id).findOneAndUpdate(living(id), {
        $set: { deleted_at: now() },
      });
      if (type) await ring('purge-contact-type', { contactTypeId: id, userId: account.id });
      return type;
    },
  },
});
