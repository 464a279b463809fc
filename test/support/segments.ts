import { ContactChanges } from '../../common/models/contact-changes.ts';
import { SegmentRecipient } from '../../common/models/segment-recipients.ts';
import { Segment, type SegmentDocument } from '../../common/models/segments.ts';
import type { Client } from './api.ts';
import { rows } from './rows.ts';

type Rule = Partial<
  Pick<SegmentDocument, 'select_field' | 'select_operator' | 'value'> & { query_type: 'and' | 'or' | '' }
>;

/** Frequent operations on the segments of one contact type. */
export const segmentBook = (client: Client, contact_type_id: number) => {
  /** The stored segment. */
  const stored = async (id: number): Promise<SegmentDocument> => (await rows(Segment).findOne({ _id: id }))!;
  return {
    stored,
    /** Adds a segment, by default of all contacts named Ada; returns its id. */
    async add(rule: Rule = {}): Promise<number> {
      const answer = await client.post('/segment/store', {
        segment_name: 'A segment',
        contact_type_id,
        select_field: ['first_name'],
        select_operator: ['is'],
        value: ['Ada'],
        ...rule,
      });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return answer.body.id;
    },
    async change(id: number, rule: Rule & Partial<Pick<SegmentDocument, 'contact_type_id'>>): Promise<void> {
      const { segment_name, select_field, select_operator, value } = await stored(id);
      const fields = { segment_id: id, segment_name, contact_type_id, select_field, select_operator, value };
      const answer = await client.post('/segment/update', { ...fields, ...rule });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    },
    /** Adds a contact; returns its id. */
    async addContact(email: string, fields: Readonly<Record<string, unknown>> = {}): Promise<number> {
      const given = { contact_type_id, country: 14, first_name: 'Ada', email, ...fields };
      const answer = await client.post('/contacts/add', given);
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return answer.body.id;
    },
    updateContact: (contact_id: number, fields: Readonly<Record<string, unknown>>) =>
      client.post('/contacts/update', { contact_id, contact_type_id, country: 14, ...fields }),
    /** The addresses that the list of a segment shows, in order. */
    addresses: async (id: number): Promise<string[]> =>
      (await client.get(`/segment/email/list?segment_id=${id}`)).body.message.contactEmails
        .map((one: { email: string }) => one.email)
        .sort(),
    /** The number of current rows, which must equal the segment's own count. */
    rowCount: (id: number) => rows(SegmentRecipient).countDocuments({ segment_id: id, removed: false }),
    /** The number of noted contact changes that segments have not processed. */
    untold: () => rows(ContactChanges).countDocuments({ contact_type_id }),
  };
};
