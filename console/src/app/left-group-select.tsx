import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { unsubscribeGroups } from '../data/lists.ts';
import { useTexts } from '../texts/texts.ts';

/** The subscription type that people of a file left; blank: all mails. */
export function LeftGroupSelect({
  value,
  choose,
  ...props
}: {
  value: string;
  choose: (group: string) => void;
  disabled?: boolean;
  maw?: string;
}) {
  const { optOuts } = useTexts();
  const groups = useQuery(unsubscribeGroups);
  return (
    <NativeSelect
      label={optOuts.leaves}
      value={value}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
      data={[
        { value: '', label: optOuts.allMail },
        ...(groups.data ?? []).map(({ id, group_name }) => ({ value: String(id), label: group_name })),
      ]}
      {...props}
    />
  );
}
