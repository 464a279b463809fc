import { useTexts } from '../texts/texts.ts';
import type { KnownField } from './rules.ts';

export function useFieldName(): (field: string) => string {
  const { segmentsPage } = useTexts();
  return (field) =>
    Object.hasOwn(segmentsPage.fieldNames, field)
      ? segmentsPage.fieldNames[field as KnownField]
      : field.replaceAll('_', ' ');
}
