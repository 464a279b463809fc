import { Group, SegmentedControl } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { DateField } from '../../app/date-field.tsx';
import type { PeriodSearch } from '../../data/statistics.ts';
import { useTexts } from '../../texts/texts.ts';

/** Chooses the days of the report, which its address keeps: 30, a year, or from one date to another. */
export function Period({
  search,
  problems,
}: {
  search: PeriodSearch;
  problems: Readonly<Record<string, string>>;
}) {
  const { reportsPage: texts } = useTexts();
  const navigate = useNavigate();
  const go = (to: PeriodSearch): void => void navigate({ to: '/reports', search: to, replace: true });
  const date = (name: 'from' | 'to') => (
    <DateField
      label={texts[name]}
      value={search[name] ?? ''}
      error={problems[name]}
      choose={(value) => {
        const { [name]: _, ...others } = search;
        go({ ...others, ...(value !== '' && { [name]: value }) });
      }}
    />
  );
  return (
    <Group align="flex-end" className="unprinted">
      <SegmentedControl
        aria-label={texts.period}
        data={(['month', 'year', 'chosen'] as const).map((value) => ({
          value,
          label: texts.periods[value],
        }))}
        value={search.period ?? 'month'}
        onChange={(period) => go(period === 'month' ? {} : { ...search, period })}
      />
      {search.period === 'chosen' && (
        <Group align="flex-start">
          {date('from')}
          {date('to')}
        </Group>
      )}
    </Group>
  );
}
