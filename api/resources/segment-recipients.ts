import { removeFromSegment } from '../../common/audience/target-exits.ts';
import { addByHand } from '../../common/changes/segment-recipients.ts';
import { Contact } from '../../common/models/contacts.ts';
import { SegmentRecipient, type SegmentRecipientDocument } from '../../common/models/segment-recipients.ts';
import { Segment, type SegmentDocument } from '../../common/models/segments.ts';
import { livingContacts } from '../../common/queries/living-contacts.ts';
import { livingSegment } from '../../common/queries/segments.ts';
import { endpoints } from '../http/endpoint.ts';
import { foundListing } from '../http/found-listing.ts';
import { email, recordId, text } from '../http/inputs.ts';
import { listing } from '../http/listing.ts';
import { inputs, required } from '../http/typed-input.ts';
import { MEMBER_FIELDS, presentSegmentRecipient, type ShownMember } from '../present/segment-recipients.ts';
import { addWithinDerivedRows } from './row-quotas.ts';
import { askFor, createdInput, createdWithin, onDays, searchInput } from './searches.ts';
import { findRecipients } from './segment-searches.ts';

const BY_ID = { user_id: 1, segment_id: 1, removed: 1, _id: 1 } as const;

/** Contacts have their current values. A contact that was just deleted or moved is left out although its row still exists. */
async function present(page: readonly SegmentRecipientDocument[], segment: SegmentDocument) {
  const ids = page.flatMap((row) => (row.contact_id === null ? [] : [row.contact_id]));
  const contacts = await Contact.of(segment.user_id)
    .find({
      $and: [
        await livingContacts(segment.user_id),
        { contact_type_id: segment.contact_type_id, _id: { $in: ids } },
      ],
    })
    .project<ShownMember>(MEMBER_FIELDS)
    .toArray();
  const byId = new Map(contacts.map((contact) => [contact._id, contact]));
  return page.flatMap((row) => {
    const person = row.by_hand ?? byId.get(row.contact_id!);
    return person ? [presentSegmentRecipient(row, person)] : [];
  });
}

export const segmentRecipients = endpoints({
  segmentRecipientList: {
    input: inputs({ segment_id: required(recordId()), ...searchInput, ...createdInput }),
    async run({ segment_id: id, ...input }, account, call) {
      const segment = await Segment.of(account.id).findOne(livingSegment(account.id, id));
      if (!segment) return null;
      const created = createdWithin(input, account);
      const source = {
        model: SegmentRecipient.of(account.id),
        filter: { segment_id: id, removed: false },
        present: (page: SegmentRecipientDocument[]) => present(page, segment),
      };
      if (input.email === undefined && input.search === undefined)
        return listing({ ...source, index: BY_ID, ...(created && onDays(created, source.present)) });
      const ask = askFor(account, call, input.search === undefined ? 'email' : 'search');
      return foundListing(source, findRecipients(segment, input, created, ask));
    },
  },

  segmentRecipientStore: {
    input: inputs({
      segment_id: required(recordId()),
      first_name: required(text()),
      last_name: required(text()),
      email: required(email()),
    }),
    async run({ segment_id: id, first_name, last_name, email: address }, account, { ring }) {
      const segment = await Segment.of(account.id).findOne(livingSegment(account.id, id));
      if (!segment) return null;
      const recipient = await addWithinDerivedRows(account, 1, () =>
        addByHand(segment, { first_name, last_name, email: address }),
      );
      if (recipient === null) return null;
      await ring('refresh-segments', { contactTypeId: segment.contact_type_id, userId: account.id });
      return { id: recipient };
    },
  },

  segmentRecipientDelete: {
    input: inputs({ segment_recipient_id: required(recordId()) }),
    run: async ({ segment_recipient_id: id }, account) => (await removeFromSegment(account.id, id)) || null,
  },
});
