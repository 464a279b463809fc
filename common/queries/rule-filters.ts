import { now } from '../clock.ts';
import { countriesById, findCountry } from '../data/countries.ts';
import { type RuleFields, readRule, type SegmentRule, type WrittenRule } from '../domain/segment-rules.ts';
import { Account } from '../models/accounts.ts';
import { ContactType } from '../models/contact-types.ts';
import { Contact, type ContactDocument } from '../models/contacts.ts';
import type { SegmentDocument } from '../models/segments.ts';
import { readAtOnce } from '../store/bulk-read.ts';
import { type ContactFilter, type RuleSurroundings, ruleFilter } from './segment-filter.ts';
import { ruleFieldsOf } from './segments.ts';

/**
 * Milliseconds that one question with a rule may take: a million contacts against a text in the middle of another take
 * some two seconds.
 */
export const RULE_MS = 30_000;

const countries = { all: () => countriesById().values(), find: findCountry };

/** A rule as the filter that it is at this moment, for who has an account at hand. */
export const filterOf = (
  rule: SegmentRule,
  around: Pick<RuleSurroundings, 'timezone' | 'values'>,
): ContactFilter => ruleFilter(rule, { ...around, at: now(), countries });

/** The rules of an account, read and compiled as of one moment. */
export interface RuleReader {
  readonly timezone: string;
  /** Throws where a stored rule can't be read: its fields are kept from being deleted. */
  read(written: WrittenRule): SegmentRule;
  filter(written: WrittenRule): ContactFilter;
}

export async function ruleReader(userId: number, at = now()): Promise<RuleReader> {
  const [fields, account] = await Promise.all([
    ruleFieldsOf(userId),
    Account.findOne({ _id: userId }, { projection: { timezone: 1 } }),
  ]);
  const around: RuleSurroundings = { timezone: account?.timezone ?? 'UTC', at, countries };
  const read = (written: WrittenRule): SegmentRule => readStored(written, fields);
  return { timezone: around.timezone, read, filter: (written) => ruleFilter(read(written), around) };
}

function readStored(written: WrittenRule, fields: RuleFields): SegmentRule {
  const rule = readRule(written, fields);
  if ('conditions' in rule) return rule;
  throw new Error(`a stored rule can not be read: ${JSON.stringify(rule)}`);
}

/**
 * The index that contacts of a type are walked by. Who walks names it: of an account with one type the planner takes the
 * account's for as good, and keeps to that for an account with many.
 */
export const BY_TYPE = Object.freeze({ contact_type_id: 1, deleted_at: 1, _id: 1 } as const);

/**
 * The id of the nth contact after one; null where there are fewer. MongoDB skips in the index {@link BY_TYPE}, so that thousands of
 * keys become one row. `upto`: the last id that counts.
 */
export async function nthAfter(
  contacts: ContactFilter,
  { after, upto }: { readonly after: number; readonly upto?: number },
  nth: number,
): Promise<number | null> {
  const [found] = await readAtOnce<ContactDocument, { _id: number }>(Contact, {
    filter: { ...contacts, _id: { $gt: after, ...(upto !== undefined && { $lte: upto }) } },
    projection: { _id: 1 },
    sort: { _id: 1 },
    skip: nth - 1,
    limit: 1,
    hint: BY_TYPE,
  });
  return found?._id ?? null;
}

/** Contacts that may get campaigns and be in automations, as a filter: not those that an import brought and that have not confirmed. */
export const CONFIRMED = Object.freeze({ unconfirmed: { $ne: true } } as const);

/** The living contacts of a contact type, as a filter that the index {@link BY_TYPE} answers; null once the type was deleted. */
export async function contactsOfType(
  contactTypeId: number,
): Promise<{ contact_type_id: number; deleted_at: null } | null> {
  const type = await ContactType.findOne(
    { _id: contactTypeId, deleted_at: null },
    { projection: { _id: 1 } },
  );
  return type && { contact_type_id: contactTypeId, deleted_at: null };
}

/** Contacts of a segment as filters: all that its rule is about, and those of them that it matches at one moment. */
export interface RuledContacts {
  readonly all: ContactFilter;
  readonly matched: ContactFilter;
}

/** Null once the segment's contact type was deleted. `at`: the time with which the rule compares dates; by default now. */
export async function ruledContacts(segment: SegmentDocument, at?: Date): Promise<RuledContacts | null> {
  const [contacts, reader] = await Promise.all([
    contactsOfType(segment.contact_type_id),
    ruleReader(segment.user_id, at),
  ]);
  if (!contacts) return null;
  const all = { user_id: segment.user_id, ...contacts };
  return { all, matched: { $and: [{ ...all, ...CONFIRMED }, reader.filter(segment)] } };
}
