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

/** Limit of a query with a rule: a million contacts against a text in the middle of another take some two seconds. */
export const RULE_MS = 30_000;

const countries = { all: () => countriesById().values(), find: findCountry };

/** A rule as a filter at this moment. */
export const filterOf = (
  rule: SegmentRule,
  around: Pick<RuleSurroundings, 'timezone' | 'values'>,
): ContactFilter => ruleFilter(rule, { ...around, at: now(), countries });

/** The rules of an account, compiled as of one moment. */
export interface RuleReader {
  readonly timezone: string;
  /** Throws if a stored rule cannot be read, which should not happen: its fields cannot be deleted. */
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
  throw new Error(`a stored segment rule is invalid: ${JSON.stringify(rule)}`);
}

/**
 * The index for walks of a type; a walk names it. For an account with one type, the planner rates the account's index as equal,
 * and keeps that choice for an account with many.
 */
export const BY_TYPE = Object.freeze({ user_id: 1, contact_type_id: 1, deleted_at: 1, _id: 1 } as const);

/** The nth contact after one, or null. MongoDB skips within the index {@link BY_TYPE}. `upto`: the last id that counts. */
export async function nthAfter(
  userId: number,
  contacts: ContactFilter,
  { after, upto }: { readonly after: number; readonly upto?: number },
  nth: number,
): Promise<number | null> {
  const [found] = await readAtOnce<ContactDocument, { _id: number }>(Contact.of(userId), {
    filter: { ...contacts, _id: { $gt: after, ...(upto !== undefined && { $lte: upto }) } },
    projection: { _id: 1 },
    sort: { _id: 1 },
    skip: nth - 1,
    limit: 1,
    hint: BY_TYPE,
  });
  return found?._id ?? null;
}

/** Contacts that may get campaigns and enter automations, as a filter. */
export const CONFIRMED = Object.freeze({ unconfirmed: { $ne: true } } as const);

/** The living contacts of a type, as a filter for {@link BY_TYPE}; null: the type was deleted. */
export async function contactsOfType(
  userId: number,
  contactTypeId: number,
): Promise<{ contact_type_id: number; deleted_at: null } | null> {
  const type = await ContactType.of(userId).findOne(
    { _id: contactTypeId, deleted_at: null },
    { projection: { _id: 1 } },
  );
  return type && { contact_type_id: contactTypeId, deleted_at: null };
}

/** Filters for the contacts that a segment's rule examines, and for those that match at one moment. */
export interface RuledContacts {
  readonly userId: number;
  readonly all: ContactFilter;
  readonly matched: ContactFilter;
}

/** Null: the segment's contact type was deleted. `at`: dates are compared with this time, by default now. */
export async function ruledContacts(segment: SegmentDocument, at?: Date): Promise<RuledContacts | null> {
  const { user_id: userId, contact_type_id } = segment;
  const [all, reader] = await Promise.all([contactsOfType(userId, contact_type_id), ruleReader(userId, at)]);
  if (!all) return null;
  return { userId, all, matched: { $and: [{ ...all, ...CONFIRMED }, reader.filter(segment)] } };
}
