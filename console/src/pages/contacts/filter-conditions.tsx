import { Group, Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ContactSearch } from '../../data/contact-search.ts';
import { customFields } from '../../data/lists.ts';
import { type Condition, ruleFields, withoutKey } from '../../data/rules.ts';
import { useTexts } from '../../texts/texts.ts';
import { ConditionLine } from '../segments/condition-line.tsx';

/** Conditions on fields and on the mail history, as a segment has them. */
export function FilterConditions({
  search,
  set,
}: {
  search: ContactSearch;
  set: (changes: Partial<Record<keyof ContactSearch, unknown>>) => void;
}) {
  const { contactTable, segmentsPage } = useTexts();
  const custom = useQuery(customFields);
  const where = search.where ?? [];
  const fields = ruleFields(custom.data ?? []);
  const store = (next: readonly Omit<Condition, 'key'>[]): void =>
    set({
      where: next.length === 0 ? undefined : next.map(withoutKey),
      ...(next.length < 2 && { any: undefined }),
    });
  return (
    <>
      {where.length > 1 && (
        <Radio.Group
          label={contactTable.match}
          value={search.any ? 'any' : 'all'}
          onChange={(value) => set({ any: value === 'any' ? true : undefined })}
        >
          <Group mt={4}>
            <Radio value="all" label={segmentsPage.all} />
            <Radio value="any" label={segmentsPage.any} />
          </Group>
        </Radio.Group>
      )}
      {where.map((condition, at) => (
        <ConditionLine
          // A condition has no name but its place.
          key={at}
          at={at + 1}
          condition={{ ...condition, key: String(at) }}
          fields={fields}
          isTried={false}
          change={(next) => store(where.map((one, place) => (place === at ? next : one)))}
          remove={() => store(where.filter((_, place) => place !== at))}
        />
      ))}
    </>
  );
}
