import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Unread, Waiting } from '../../app/page.tsx';
import { api } from '../../data/client.ts';
import { useTexts } from '../../texts/texts.ts';
import { Counts } from './counts.tsx';
import type { Draft } from './draft.ts';

/** Milliseconds after the last choice before the service counts. */
const CHOOSING_MS = 300;

export function Estimate({ draft }: { draft: Draft }) {
  const { compose: texts } = useTexts().campaignsPage;
  const { recipient_id, exclude_specific_recipient_id, unsubscribe_group_id } = draft;
  const [aim] = useDebouncedValue(
    JSON.stringify({ recipient_id, exclude_specific_recipient_id, unsubscribe_group_id }),
    CHOOSING_MS,
  );
  const counted = useQuery({
    queryKey: ['audience', aim],
    queryFn: ({ signal }) =>
      api.singleSendAudience(JSON.parse(aim) as Parameters<typeof api.singleSendAudience>[0], { signal }),
    placeholderData: keepPreviousData,
  });
  if (counted.isError) return <Unread error={counted.error} retry={() => void counted.refetch()} />;
  return (
    // A large audience is counted for half a second, and the page can be used before.
    <div data-follows>
      {counted.data ? (
        <div role="status" aria-label={texts.estimate}>
          <Counts audience={counted.data} />
          {counted.data.more && <p className="soft">{texts.more}</p>}
        </div>
      ) : (
        <Waiting rows={5} height={28} />
      )}
    </div>
  );
}
