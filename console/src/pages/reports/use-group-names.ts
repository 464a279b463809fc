import { useFormats } from '../../app/formats.ts';
import type { DayGroup } from '../../data/statistics.ts';
import { useTexts } from '../../texts/texts.ts';

/** Names of columns: a day, or the days of a week. */
export function useGroupNames() {
  const { reportsPage: texts } = useTexts();
  const { day } = useFormats();
  return {
    nameOf: ({ first, last }: DayGroup): string => texts.days(day(first), day(last)),
    headOf: (groups: readonly DayGroup[]): string =>
      groups.some(({ first, last }) => first !== last) ? texts.week : texts.day,
  };
}
