import { plainName } from '../../../common/domain/near-names.ts';
import { otherFieldName } from '../../../shared/csv-columns.ts';

/** The name of ours that another tool's word stands for; undefined: not known. */
export const nameForWord = (word: string): string | undefined =>
  otherFieldName(word) ?? OTHER_WORDS[plainName(word)];

const OTHER_WORDS: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  name: 'fullname',
  emailaddress: 'email',
  mail: 'email',
  unsub: 'unsubscribe_preferences',
  unsubscribe: 'unsubscribe_preferences',
  unsubscribeurl: 'unsubscribe_preferences',
  unsubscribelink: 'unsubscribe_preferences',
  listaddress: 'sender_address',
});
