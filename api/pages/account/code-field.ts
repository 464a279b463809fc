import type { Html } from '../../../common/domain/html.ts';
import type { AccountTexts } from '../texts/language.ts';
import { type Problems, textField } from './fields.ts';

export const codeField = (problems: Problems, { code }: AccountTexts, hint: string = code.hint): Html =>
  textField({
    name: 'code',
    label: code.label,
    hint,
    autocomplete: 'one-time-code',
    problem: problems['code'],
  });
