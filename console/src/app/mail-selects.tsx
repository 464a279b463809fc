import { useQuery } from '@tanstack/react-query';
import { senders, unsubscribeGroups } from '../data/lists.ts';
import { useTexts } from '../texts/texts.ts';
import { Select } from './select.tsx';

interface MailSelectProps {
  readonly value: number | null;
  readonly choose: (id: number) => void;
  readonly error?: string | undefined;
}

const textOf = (id: number | null): string | null => (id === null ? null : String(id));

export function SenderSelect({ value, choose, error }: MailSelectProps) {
  const { compose: texts } = useTexts().campaignsPage;
  const from = useQuery(senders);
  return (
    <Select
      label={texts.senderLabel}
      description={texts.senderHint}
      data={(from.data ?? []).map(({ id, from_name, from_email, is_verified }) => ({
        value: String(id),
        label: `${from_name} <${from_email}>${is_verified === 1 ? '' : ` (${texts.unconfirmed})`}`,
      }))}
      value={textOf(value)}
      onChange={(id) => id !== null && choose(Number(id))}
      allowDeselect={false}
      error={error}
    />
  );
}

export function GroupSelect({ value, choose, error }: MailSelectProps) {
  const { compose: texts } = useTexts().campaignsPage;
  const groups = useQuery(unsubscribeGroups);
  return (
    <Select
      label={texts.group}
      description={texts.groupHint}
      data={(groups.data ?? []).map(({ id, group_name }) => ({ value: String(id), label: group_name }))}
      value={textOf(value)}
      onChange={(id) => id !== null && choose(Number(id))}
      allowDeselect={false}
      error={error}
    />
  );
}
