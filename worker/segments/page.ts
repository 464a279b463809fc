import { Contact, type ContactDocument } from '../../common/models/contacts.ts';
import { BY_TYPE, CONFIRMED, contactsOfType, nthAfter, RULE_MS } from '../../common/queries/rule-filters.ts';
import type { ContactFilter } from '../../common/queries/segment-filter.ts';
import { readAtOnce } from '../../common/store/bulk-read.ts';
import { CANDIDATE, type Candidate } from './matches.ts';

const CONTACTS = 5000;
let pageContacts = CONTACTS;
/** For tests. */
export const useWalkPage = (contacts = CONTACTS): void => void (pageContacts = contacts);

export interface WalkPage {
  readonly matched: readonly Candidate[];
  readonly last: number | null;
}

/** Where a page begins. A page read ahead is used only for an equal start. */
export interface PageStart {
  readonly segmentId: number;
  readonly version: number;
  readonly began_at: Date;
  readonly after: number;
}

type PageReader = (after: number) => Promise<WalkPage | null>;

/** Null if the contact type was deleted. */
export async function readWalkPage(
  userId: number,
  contactTypeId: number,
  after: number,
  filter: ContactFilter,
): Promise<WalkPage | null> {
  const contacts = await contactsOfType(userId, contactTypeId);
  if (!contacts) return null;
  const last = await nthAfter(userId, contacts, { after }, pageContacts);
  const matched = await readAtOnce<ContactDocument, Candidate>(Contact.of(userId), {
    filter: {
      ...contacts,
      _id: { $gt: after, ...(last !== null && { $lte: last }) },
      $and: [filter, CONFIRMED],
    },
    projection: CANDIDATE,
    hint: BY_TYPE,
    maxTimeMS: RULE_MS,
  });
  return { matched, last };
}

/** Drop the page if changes are applied before its use: it may show an older contact, and no entry corrects it. */
export class ReadAhead {
  #ahead: { readonly key: string; readonly page: Promise<WalkPage | null> } | null = null;

  take(start: PageStart, read: PageReader): Promise<WalkPage | null> {
    const ahead = this.#ahead;
    this.#ahead = null;
    return ahead?.key === keyOf(start) ? ahead.page : read(start.after);
  }

  begin(start: PageStart, read: PageReader): void {
    const page = read(start.after);
    // The caller that takes the page gets its failure; that of a dropped page does not matter.
    page.catch(() => {});
    this.#ahead = { key: keyOf(start), page };
  }

  drop(): void {
    this.#ahead = null;
  }
}

const keyOf = ({ segmentId, version, began_at, after }: PageStart): string =>
  `${segmentId} ${version} ${began_at.getTime()} ${after}`;
