import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Unread, Waiting } from '../../app/page.tsx';
import { useChange } from '../../app/use-change.ts';
import type { Campaign } from '../../data/campaigns.ts';
import { api } from '../../data/client.ts';
import { useFormats } from '../../texts/formats.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './campaign.module.css';

/** Mails in doubt that are listed; all of them can be decided at once. */
const SHOWN = 20;

/** Mails that may have arrived or not: a person decides. */
export function Doubts({ campaign: { utr, in_doubt } }: { campaign: Campaign }) {
  const { doubts: texts } = useTexts().campaignsPage;
  const { dateTime } = useFormats();
  const list = useQuery({
    queryKey: ['campaigns', 'doubts', utr, in_doubt],
    queryFn: ({ signal }) => api.singleSendDoubtList({ utr, limit: SHOWN }, { signal }),
  });
  return (
    <section className="card" aria-labelledby="doubts">
      <h2 id="doubts">{texts.title}</h2>
      <p className="soft">{texts.hint}</p>
      <Decide utr={utr} ids={null} about={texts.all(in_doubt)} />
      {list.isPending && <Waiting rows={2} height={60} />}
      {list.isError && <Unread error={list.error} retry={() => void list.refetch()} />}
      <ul className={styles.doubts}>
        {(list.data ?? []).map(({ id, email, reason, in_doubt_at }) => (
          <li key={id}>
            <div>
              {email}
              <div className="soft">
                {reason}, {dateTime(in_doubt_at)}
              </div>
            </div>
            <Decide utr={utr} ids={[id]} about={email} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Two buttons for some mails in doubt, or for all (`ids` null). */
function Decide({ utr, ids, about }: { utr: string; ids: readonly number[] | null; about: string }) {
  const { doubts: texts } = useTexts().campaignsPage;
  const which = ids === null ? { all: 1 as const } : { ids };
  const arrived = useChange(
    () => api.singleSendDoubtDecide({ utr, decision: 'delivered', ...which }),
    texts.decided,
  );
  const again = useChange(
    () => api.singleSendDoubtDecide({ utr, decision: 'resend', ...which }),
    texts.decided,
  );
  return (
    <Group role="group" aria-label={about}>
      {ids === null && <span>{about}</span>}
      <Button variant="default" loading={arrived.isPending} onClick={() => arrived.mutate()}>
        {texts.delivered}
      </Button>
      <Button variant="default" loading={again.isPending} onClick={() => again.mutate()}>
        {texts.resend}
      </Button>
    </Group>
  );
}
