import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { AskedButton } from '../../app/ask-first.tsx';
import { useFormats } from '../../app/formats.ts';
import { Unread, Waiting } from '../../app/page.tsx';
import { useChange } from '../../app/use-change.ts';
import { api } from '../../data/client.ts';
import type { Mailing } from '../../data/mailing.ts';
import { doubtWords } from '../../data/own-failures.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './campaign.module.css';

/** Mails in doubt that are listed; all of them can be decided at once. */
const SHOWN = 20;

const callsOf = ({ kind }: Mailing) =>
  kind === 'campaign'
    ? { list: api.singleSendDoubtList, decide: api.singleSendDoubtDecide }
    : { list: api.automationScheduleDoubtList, decide: api.automationScheduleDoubtDecide };

/** Mails that may have arrived or not: a person decides. */
export function Doubts({ mailing, count }: { mailing: Mailing; count: number }) {
  const all = useTexts();
  const { doubts: texts } = all.campaignsPage;
  const { dateTime } = useFormats();
  const list = useQuery({
    queryKey: [mailing.kind === 'email' ? 'automations' : 'campaigns', 'doubts', mailing.utr, count],
    queryFn: ({ signal }) => callsOf(mailing).list({ utr: mailing.utr, limit: SHOWN }, { signal }),
  });
  return (
    <section className="card" aria-labelledby="doubts">
      <h2 id="doubts">{texts.title}</h2>
      <p className="soft">{texts.hint}</p>
      <Decide mailing={mailing} ids={null} about={texts.all(count)} count={count} />
      {list.isPending && <Waiting rows={2} height={60} />}
      {list.isError && <Unread error={list.error} retry={() => void list.refetch()} />}
      <ul className={styles.doubts}>
        {(list.data ?? []).map(({ id, email, reason, in_doubt_at }) => (
          <li key={id}>
            <div>
              {email}
              <div className="soft">
                {doubtWords(reason, all)}, {dateTime(in_doubt_at)}
              </div>
            </div>
            <Decide mailing={mailing} ids={[id]} about={email} count={1} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface DecideProps {
  readonly mailing: Mailing;
  /** Null: all. */
  readonly ids: readonly number[] | null;
  readonly about: string;
  readonly count: number;
}

/** Two buttons for one mail in doubt, or for all of them. Each asks before it acts. */
function Decide({ mailing, ids, about, count }: DecideProps) {
  const { doubts: texts, compose } = useTexts().campaignsPage;
  const { utr } = mailing;
  const { decide } = callsOf(mailing);
  const which = ids === null ? { all: 1 as const } : { ids };
  const delivered = useChange(() => decide({ utr, decision: 'delivered', ...which }), texts.decided);
  const resend = useChange(() => decide({ utr, decision: 'resend', ...which }), texts.decided);
  return (
    <Group role="group" aria-label={about}>
      {ids === null && <span>{about}</span>}
      {Object.entries({ delivered, resend } as const).map(([name, { isPending, mutate }]) => {
        const decision = name as 'delivered' | 'resend';
        return (
          <AskedButton
            key={name}
            isMail={decision === 'resend'}
            isPending={isPending}
            name={texts[decision]}
            {...texts.ask[decision]}
            title={texts.ask[decision].title(count)}
            no={compose.notYet}
            run={() => mutate()}
          />
        );
      })}
    </Group>
  );
}
