import { SegmentedControl } from '@mantine/core';
import type { ReceiverKind, ReceiverLine } from '../data/receivers.ts';
import { useTexts } from '../texts/texts.ts';

/** Domains of a provider that are named. */
const NAMED = 3;

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

/** A row's name, with the largest domains of a provider. */
export function useReceiverRow() {
  const { campaignsPage, reportParts } = useTexts();
  return ({ name, domains }: ReceiverLine) => {
    const shown = name ?? campaignsPage.domains.others;
    if (domains.length === 0) return { name: shown };
    const more = domains.length - NAMED;
    return {
      key: `provider ${shown}`,
      name: shown,
      label: (
        <>
          {shown}
          <div className="soft">
            {domains.slice(0, NAMED).join(', ')}
            {more > 0 && ` ${reportParts.moreDomains(more)}`}
          </div>
        </>
      ),
    };
  };
}
