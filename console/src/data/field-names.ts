import { useTexts } from '../texts/texts.ts';
import type { KnownField } from './rules.ts';

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
