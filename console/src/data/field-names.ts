import type { CustomField } from '../../../client/src/index.ts';
import { useTexts } from '../texts/texts.ts';
import type { KnownField } from './rules.ts';

export type FieldType = CustomField['field_type'];
export const FIELD_TYPES: readonly FieldType[] = ['text', 'number', 'datetime-local'];

/** A field as the service reads it (`common/domain/placeholders.ts`). */
export const WRITTEN = /\(\((\w+(?:\|(?:[^()<\n\r]|\([^()<\n\r]*\))*)?)\)\)/g;

const LETTERS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** The API's name of a custom field: letters, digits and underscores. */
export const fieldNameOf = (label: string): string =>
  label
    .toLowerCase()
    .replaceAll(/[äöüß]/g, (letter) => LETTERS[letter]!)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\W+/g, '_')
    .replaceAll(/^_+|_+$/g, '');

export function useFieldName(): (field: string) => string {
  const { segmentsPage } = useTexts();
  return (field) =>
    Object.hasOwn(segmentsPage.fieldNames, field)
      ? segmentsPage.fieldNames[field as KnownField]
      : field.replaceAll('_', ' ');
}

/** Names of the fields that emails can have, for a person. */
export function useMailFieldName(): (field: string) => string {
  const { mailFields } = useTexts().editor;
  const nameOf = useFieldName();
  return (field) => {
    const name = mailFields[field] ?? nameOf(field);
    return name.charAt(0).toUpperCase() + name.slice(1);
  };
}

/** A subject as a person reads it in a list: each field is its fallback, else its name. */
export function useSubjectWords(): (subject: string) => string {
  const nameOf = useMailFieldName();
  return (subject) =>
    subject.replaceAll(WRITTEN, (_, written: string) => {
      const [name = '', ...fallback] = written.split('|');
      return fallback.join('|') || `[${nameOf(name)}]`;
    });
}
