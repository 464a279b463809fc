import type { ReceiverLine } from '../data/receivers.ts';
import { useTexts } from '../texts/texts.ts';

/** Domains of a provider that are named. */
const NAMED = 3;

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
