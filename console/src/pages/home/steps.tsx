import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { CheckIcon } from '../../app/icons.tsx';
import { Unread } from '../../app/page.tsx';
import { newestCampaigns } from '../../data/campaigns.ts';
import { contactTypes, senders, sendingDomains } from '../../data/lists.ts';
import { useSession } from '../../data/session.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './steps.module.css';

interface HomeStep {
  readonly name: string;
  readonly hint: string;
  readonly to: '/settings' | '/contacts' | '/campaigns';
  readonly isDone: boolean;
}

const DONE = 'console-steps-done';

/** Drawn whole before anything is known, so that nothing moves then. The browser keeps that an account has done all. */
export function Steps() {
  const { homePage: texts, campaignsPage } = useTexts();
  const { user_id } = useSession();
  const sent = useQuery(newestCampaigns('completed', 20));
  const [wasDone, setWasDone] = useState(() => localStorage.getItem(DONE) === String(user_id));
  const from = useQuery({ ...senders, enabled: !wasDone });
  const [domains, types] = [useQuery(sendingDomains), useQuery(contactTypes)];
  const failed = [from, domains, types, sent].find((one) => one.isError);
  const steps: readonly HomeStep[] = [
    {
      name: texts.sender,
      hint: texts.senderHint,
      to: '/settings',
      isDone: wasDone || (from.data?.length ?? 0) > 0,
    },
    {
      name: texts.confirm,
      hint: texts.confirmHint,
      to: '/settings',
      isDone: wasDone || (from.data?.some((one) => one.is_verified === 1) ?? false),
    },
    {
      name: texts.domain,
      hint: texts.domainHint,
      to: '/settings',
      isDone: domains.data?.some((one) => one.is_verified === 1) ?? false,
    },
    {
      name: texts.people,
      hint: texts.peopleHint,
      to: '/contacts',
      isDone: types.data?.some((one) => one.contacts_count > 0) ?? false,
    },
    {
      name: campaignsPage.home.send,
      hint: campaignsPage.home.sendHint,
      to: '/campaigns',
      isDone: (sent.data?.length ?? 0) > 0,
    },
  ];
  const isKnown = (wasDone || from.data) && domains.data && types.data && sent.data;
  const done = steps.filter((one) => one.isDone).length;
  const isOver = isKnown ? done === steps.length : wasDone;
  useEffect(() => {
    if (isKnown && isOver) localStorage.setItem(DONE, String(user_id));
    if (!isOver && wasDone) {
      localStorage.removeItem(DONE);
      setWasDone(false);
    }
  }, [isKnown, isOver, wasDone, user_id]);
  // The list ends with the first email.
  if (isOver) return null;
  return (
    <section className="card" aria-labelledby="steps" aria-busy={!isKnown && !failed}>
      <div className={styles.head}>
        <h2 id="steps">{texts.steps}</h2>
        {isKnown && <span className="soft">{texts.stepsDone(done, steps.length)}</span>}
      </div>
      {failed ? (
        <Unread error={failed.error} retry={() => void failed.refetch()} />
      ) : (
        <ol className={styles.steps}>
          {steps.map(({ name, hint, to, isDone }, at) => (
            <li key={name} className={styles.step} data-done={isDone}>
              <span className={styles.mark} aria-hidden="true">
                {isDone ? <CheckIcon /> : at + 1}
              </span>
              <div>
                <Link to={to} className={styles.name}>
                  {name}
                </Link>
                <div className="soft">{hint}</div>
              </div>
              <Badge className={styles.done ?? ''} variant="light" aria-hidden={!isDone}>
                {texts.done}
              </Badge>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
