import { texts } from '../../common/domain/validation-texts.ts';
import { Contact, type ContactDocument } from '../../common/models/contacts.ts';
import { SegmentRecipient, type SegmentRecipientDocument } from '../../common/models/segment-recipients.ts';
import { Segment, type SegmentDocument } from '../../common/models/segments.ts';
import { STATUS_COLUMNS, statusesOf } from '../../common/queries/contact-statuses.ts';
import { customFieldsOf } from '../../common/queries/custom-fields.ts';
import { livingSegment } from '../../common/queries/segments.ts';
import { CONTACT_FIELD_NAMES } from '../../shared/contact-field-names.ts';
import type { ContactStatus } from '../../shared/statuses/statuses.ts';
import { TAGS, withTagField, writeTags } from '../../shared/tags.ts';
import type { Account } from '../http/account.ts';
import { endpoints } from '../http/endpoint.ts';
import { invalidField } from '../http/failures.ts';
import { foundListing } from '../http/found-listing.ts';
import { integer, oneOf } from '../http/inputs.ts';
import { type Listing, listing, listingOf } from '../http/listing.ts';
import { inputs, optional, type ValuesOf } from '../http/typed-input.ts';
import { type presentListedContact, UNSHOWN } from '../present/contacts.ts';
import { listContacts, presenterFor } from './contact-lists.ts';
import { isTypeThere } from './contact-references.ts';
import { csvOfList } from './csv-answer.ts';
import { askFor, type QuestionRunner, type SearchInput, searchInput, statusInput } from './searches.ts';
import { findRecipients } from './segment-searches.ts';
import { tagFilter } from './tag-inputs.ts';

const chosen = {
  contact_type_id: optional(integer()).description('Only contacts of this contact type.'),
  segment_id: optional(integer()).description(
    'Only recipients of this segment. Not allowed with other inputs.',
  ),
  ...tagFilter,
  ...searchInput,
};

/** By field, including custom ones. */
interface ContactRow {
  readonly id: number;
  /** The contact; null for a person added by hand. */
  readonly contactId: number | null;
  readonly cells: Readonly<Record<string, string>>;
}

/** Columns after those of the fields. Of these, an import reads the statuses. */
const OTHER_COLUMNS = ['id', 'contact_type', ...STATUS_COLUMNS, 'created_at', 'updated_at'];

/** The file can be imported again (docs/rules.md 6.16). */
export const contactFiles = endpoints({
  contactDownload: {
    input: inputs({
      ...chosen,
      ...statusInput,
      for: optional(oneOf(['excel'])).description(
        '`excel`: the file begins with a byte order mark, by which Excel recognises UTF-8.',
      ),
    }),
    async run({ for: forExcel, status, ...input }, account, call) {
      const list = await found(input, account, askFor(account, call));
      const custom = (await customFieldsOf(account.id)).map((field) => field.field_name);
      const columns = [...withTagField([...CONTACT_FIELD_NAMES, ...custom]), ...OTHER_COLUMNS];
      return csvOfList(
        'contacts.csv',
        withStatuses(list, account.id, status || null),
        columns,
        (items) =>
          (items as readonly ContactRow[]).map(({ cells }) =>
            columns.map((name) => (Object.hasOwn(cells, name) ? cells[name]! : '')),
          ),
        { mark: forExcel === 'excel' },
      );
    },
  },
});

async function found(
  { contact_type_id: typeId, segment_id: segmentId, ...search }: ValuesOf<typeof chosen>,
  account: Account,
  ask: QuestionRunner,
): Promise<Listing> {
  if (typeId != null && !(await isTypeThere(account.id, typeId)))
    throw invalidField('contact_type_id', texts.selected('contact_type_id'));
  if (segmentId != null) {
    const segment = await Segment.of(account.id).findOne(livingSegment(account.id, segmentId));
    if (!segment) throw invalidField('segment_id', texts.selected('segment_id'));
    return typeId == null || typeId === segment.contact_type_id
      ? recipientsOf(account, segment, search, ask)
      : listingOf([]);
  }
  const list = await listContacts(account, search, ask, typeId ?? undefined);
  return {
    async *pages(range, hold) {
      for await (const page of list.pages(range, hold))
        yield { ...page, items: page.items.map(rowOf as never) };
    },
  };
}

/** Adds each person's status. A custom field of the same name keeps its column. */
function withStatuses(list: Listing, userId: number, wanted: ContactStatus | null): Listing {
  return {
    async *pages(range, hold) {
      for await (const page of list.pages(range, hold)) {
        const rows = page.items as readonly ContactRow[];
        const people = rows.map(({ contactId, cells }) => ({
          id: contactId ?? 0,
          email: cells['email'] ?? '',
        }));
        const cellsOf = await statusesOf(userId, people);
        const items = rows.flatMap((row, at) => {
          const own = cellsOf(people[at]!);
          return wanted === null || own.contact_status === wanted
            ? [{ ...row, cells: { ...own, ...row.cells } }]
            : [];
        });
        yield { ...page, items };
      }
    },
  };
}

function rowOf(contact: ReturnType<typeof presentListedContact>): ContactRow {
  const cells: Record<string, string> = {};
  for (const name of CONTACT_FIELD_NAMES) cells[name] = contact[name] ?? '';
  cells[TAGS] = writeTags(contact.tags);
  cells['id'] = String(contact.id);
  cells['contact_type'] = contact.contact_type.name;
  cells['created_at'] = contact.created_at;
  cells['updated_at'] = contact.updated_at;
  for (const [name, { field_value }] of Object.entries(contact.custom_field ?? {}))
    cells[name] = field_value ?? '';
  return { id: contact.id, contactId: contact.id, cells };
}

/** Contacts with their current values, and people added by hand. */
function recipientsOf(
  account: Account,
  segment: SegmentDocument,
  { tag, ...search }: SearchInput & { readonly tag?: string },
  ask: QuestionRunner,
): Listing {
  const present = presenterFor(account);
  const source = {
    model: SegmentRecipient.of(segment.user_id),
    filter: { segment_id: segment._id, removed: false },
    sparse: tag !== undefined,
    async present(page: SegmentRecipientDocument[]): Promise<ContactRow[]> {
      const ids = page.flatMap(({ contact_id }) => (contact_id === null ? [] : [contact_id]));
      const living = await Contact.of(account.id)
        .find({ deleted_at: null, _id: { $in: ids }, ...(tag !== undefined && { tags: tag }) })
        .project<ContactDocument>(UNSHOWN)
        .toArray();
      const contacts = new Map((await present(living)).map((contact) => [contact.id, rowOf(contact)]));
      return page.flatMap(({ _id, by_hand, contact_id }): ContactRow[] => {
        if (by_hand) {
          if (tag !== undefined) return [];
          const { email, first_name, last_name } = by_hand;
          return [{ id: _id, contactId: null, cells: { email, first_name, last_name } }];
        }
        const row = contacts.get(contact_id!);
        return row ? [{ ...row, id: _id }] : [];
      });
    },
  };
  return search.email === undefined && search.search === undefined
    ? listing({ ...source, index: { user_id: 1, segment_id: 1, removed: 1, _id: 1 } })
    : foundListing(source, findRecipients(segment, search, null, ask));
}
