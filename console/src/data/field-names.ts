import type { CustomField } from '../../../client/src/index.ts';
import { useTexts } from '../texts/texts.ts';
import type { KnownField } from './rules.ts';

export type FieldType = CustomField['field_type'];
export const FIELD_TYPES: readonly FieldType[] = ['text', 'number', 'datetime-local'];

/** A field as the service reads it (`common/domain/placeholders.ts`). */
export const WRITTEN = /\(\((\w+(?:\|(?:[^()<\n\r]|\([^()<\n\r]*\))*)?)\)\)/g;

/** Characters that would end a field. */
const UNFIT = /[()<>\n\r|]/g;

/** The text between the brackets of a field, without the characters of a fallback that would end it. */
export function writtenField(name: string, fallback: string): string {
  const fit = fallback.replaceAll(UNFIT, '');
  return fit === '' ? name : `${name}|${fit}`;
}

const partsOf = (written: string): { readonly name: string; readonly fallback: string } => {
  const [name = '', ...rest] = written.split('|');
  return { name, fallback: rest.join('|') };
};

/** The fields of a text, each once, with the first fallback that is not empty. */
export function fieldsIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, written] of text.matchAll(WRITTEN)) {
    const { name, fallback } = partsOf(written!);
    found.set(name, found.get(name) || fallback);
  }
  return found;
}

/** The text with another fallback wherever the field is in it. */
export const withFallback = (text: string, field: string, fallback: string): string =>
  text.replaceAll(WRITTEN, (whole, written: string) =>
    partsOf(written).name === field ? `((${writtenField(field, fallback)}))` : whole,
  );

/** How long a fallback can be, wherever the field is in the text, in a line of at most `lineMax` characters. */
export function fallbackMax(text: string, field: string, lineMax: number): number {
  const without = withFallback(text, field, '').length;
  const places = (withFallback(text, field, '-').length - without) / '|-'.length;
  return Math.max(0, Math.floor((lineMax - without) / places) - '|'.length);
}

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
      const { name, fallback } = partsOf(written);
      return fallback || `[${nameOf(name)}]`;
    });
}
