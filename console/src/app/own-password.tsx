import { useTexts } from '../texts/texts.ts';
import { useTyped } from './typed-fields.tsx';

const PASSWORD_MAX = 1024;

/** The password of the person who is signed in, and its field. Nothing of it is kept on the device. */
export function useOwnPassword(problems: Readonly<Record<string, string>>) {
  const { accountData } = useTexts();
  const { typed, field, clear } = useTyped({ password: '' }, problems);
  const input = field({
    name: 'password',
    label: accountData.factor.password,
    type: 'password',
    autoComplete: 'current-password',
    maxLength: PASSWORD_MAX,
  });
  return { typed, input, clear };
}
