import { useTexts } from '../texts/texts.ts';
import { passwordField, useTyped } from './typed-fields.tsx';

/** The password of the person who is signed in, and its field. Nothing of it is kept on the device. */
export function useOwnPassword(problems: Readonly<Record<string, string>>) {
  const { accountData } = useTexts();
  const { typed, field, clear } = useTyped({ password: '' }, problems);
  const input = field({
    name: 'password',
    label: accountData.factor.password,
    ...passwordField('current-password'),
  });
  return { typed, input, clear };
}
