import { nearestName } from '../../common/domain/near-names.ts';

const REPEATED = 80;

/** A part of a call as a hint shows it. */
export const repeated = (text: string): string =>
  JSON.stringify(text.length > REPEATED ? `${text.slice(0, REPEATED)}…` : text);

const MOST_WORDS = 40;

const suggested = (given: string, words: readonly string[]): string => {
  const near = nearestName(given.slice(0, REPEATED), words);
  return near === null ? '' : `Did you mean ${near}? `;
};

/** Words may be names in a file, which can be long. */
const allOf = (words: readonly string[]): string =>
  words
    .slice(0, MOST_WORDS)
    .map((word) => (word.length > REPEATED ? `${word.slice(0, REPEATED)}…` : word))
    .join(', ') + (words.length > MOST_WORDS ? ' …' : '');

/** Names the accepted words, the nearest first. */
export const oneOfHint = (given: string, words: readonly string[]): string =>
  `${suggested(given, words)}Write one of: ${allOf(words)}.`;

/** The same for an entry of a list. */
export const entryHint = (given: string, words: readonly string[]): string =>
  `${repeated(given)} is none of the words. ${suggested(given, words)}Write any of: ${allOf(words)}.`;

/** For an input that has texts by names. */
export const objectHint = (key: string): string =>
  `Write texts by name: {"name": "text"} in JSON, ${key}[name]=text in a form.`;

/** For the chosen column of a field. */
export const columnHint = (column: string, header: readonly string[]): string =>
  `The file has no column ${repeated(column)}. ${oneOfHint(column, header)}`;

/** The calls that list what an input refers to. */
export const LISTED_BY: Readonly<Record<string, string>> = Object.freeze({
  automation_for: '`contacts-type` and `segment/list`',
  city_id: '`get/country-state-city`',
  contact_id: '`contacts/list`',
  contact_ids: '`contacts/list`',
  contact_type_id: '`contacts-type`',
  country: '`get/country-state-city`',
  country_id: '`get/country-state-city`',
  exclude_specific_recipient_id: '`contacts-type` and `segment/list`',
  logo_media_id: '`media`',
  opt_out_group: '`unsubscribes-groups`',
  in_segment_id: '`segment/list`',
  recipient_id: '`contacts-type` and `segment/list`',
  segment_id: '`segment/list`',
  sender_id: '`senders`',
  state_id: '`get/country-state-city`',
  template_id: '`get-design/template`',
  unsubscribe_group_id: '`unsubscribes-groups`',
  unsubscribe_groups_id: '`unsubscribes-groups`',
});

type TextsByInput = Readonly<Record<string, readonly string[]>>;

/** Hints, with one for each refused reference that has none. */
export function withReferences(errors: TextsByInput, hints: TextsByInput): TextsByInput {
  const added = Object.entries(errors).flatMap(([key, all]) =>
    !(key in hints) && key in LISTED_BY && all.some((text) => text.startsWith('The selected '))
      ? [[key, [`${LISTED_BY[key]!} shows what can be chosen.`]] as const]
      : [],
  );
  return added.length === 0 ? hints : { ...hints, ...Object.fromEntries(added) };
}
