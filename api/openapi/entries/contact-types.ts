import type { presentContactType, presentCountedContactType } from '../../present/contact-types.ts';
import { entries } from '../entry.ts';
import { count, id, nullable, record, type ShapeFields, text, timestamp } from '../shapes.ts';

const fields: ShapeFields<ReturnType<typeof presentContactType>> = {
  id: id(),
  user_id: id(),
  name: text(),
  deleted_at: nullable(timestamp()),
  created_at: timestamp(),
  updated_at: timestamp(),
};

export const contactType = record<ReturnType<typeof presentContactType>>('ContactType', fields);

const listed = record<ReturnType<typeof presentCountedContactType>>('ListedContactType', {
  ...fields,
  contacts_count: count(),
});

export const contactTypes = entries(
  { name: 'Contact types', about: 'Lists of contacts. Each contact belongs to one contact type.' },
  {
    contactTypeList: { summary: 'List contact types', output: listed },
    contactTypeAdd: { summary: 'Add a contact type' },
    contactTypeView: { summary: 'Get one contact type', output: contactType },
    contactTypeUpdate: { summary: 'Rename a contact type' },
    contactTypeDelete: {
      summary: 'Delete a contact type and its contacts',
      about: '`errors` has the success text.',
    },
  },
);
