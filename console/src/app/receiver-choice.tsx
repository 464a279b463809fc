import { SegmentedControl } from '@mantine/core';
import type { ReceiverKind } from '../data/receivers.ts';
import { useTexts } from '../texts/texts.ts';

interface ReceiverChoiceProps {
  readonly by: ReceiverKind;
  readonly choose: (by: ReceiverKind) => void;
}

/** Whether a table has a row for each mailbox provider or for each domain. */
export function ReceiverChoice({ by, choose }: ReceiverChoiceProps) {
  const { campaignsPage, reportParts } = useTexts();
  return (
    <SegmentedControl
      aria-label={campaignsPage.timeline.by}
      data={[
        { value: 'provider', label: reportParts.provider },
        { value: 'domain', label: campaignsPage.domains.domain },
      ]}
      value={by}
      onChange={choose}
    />
  );
}
