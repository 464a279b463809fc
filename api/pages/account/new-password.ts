import { isTooLong, MAX_PASSWORD, MIN_PASSWORD } from '../../../common/accounts/passwords.ts';
import { isLonger } from '../../../common/domain/text-length.ts';
import type { Problems } from './fields.ts';

/** What is wrong with a password that a person chose, for the field `new_password`. */
export const newPasswordProblems = (wanted: string): Problems => ({
  ...(!isLonger(wanted, MIN_PASSWORD - 1) && {
    new_password: `The new password needs at least ${MIN_PASSWORD} characters.`,
  }),
  ...(isTooLong(wanted) && {
    new_password: `The new password may have at most ${MAX_PASSWORD} characters.`,
  }),
});
