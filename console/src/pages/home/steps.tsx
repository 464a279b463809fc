import { Badge } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { CheckIcon } from '../../app/icons.tsx';
import { UnreadParts } from '../../app/page.tsx';
import { useSession } from '../../data/session.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './steps.module.css';
import { useSetUp } from './use-set-up.ts';

interface HomeStep {
  readonly name: string;
  readonly hint: string;
  readonly to: '/settings' | '/contacts' | '/campaigns';
  readonly isDone: boolean;
}

const DONE = 'console-steps-done';

/** All steps are drawn before the data arrives, so that nothing moves later. The browser remembers that an account has done all steps. */
export function Steps() {
  const { homePage: texts, campaignsPage } = useTexts();
  const { user_id } = useSession();
  const { from, domains, types, sent, isKnown, isAllThere } = useSetUp();
  const [wasDone, setWasDone] = useState(() => localStorage.getItem(DONE) === String(user_id));
  const failed = [from, domains, types, sent].filter((one) => one.isError);
  const steps: readonly HomeStep[] = [
    {
      name: texts.sender,
      hint: texts.senderHint,
      to: '/settings',
      isDone: (from.data?.length ?? 0) > 0,
    },
    {
      name: texts.confirm,
      hint: texts.confirmHint,
      to: '/settings',
      isDone: from.data?.some((one) => one.is_verified === 1) ?? false,
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
  const done = steps.filter((one) => one.isDone).length;
  const isOver = isKnown ? isAllThere : wasDone;
  useEffect(() => {
    if (isKnown && isOver) localStorage.setItem(DONE, String(user_id));
    if (!isOver && wasDone) {
      localStorage.removeItem(DONE);
      setWasDone(false);
    }
  }, [isKnown, isOver, wasDone, user_id]);
  // The list ends with the first email. `Unverified` reports senders and domains that lose their verification later.
  if (isOver) return null;
  return (
    <section className="card" aria-labelledby="steps" aria-busy={!isKnown && failed.length === 0}>
      <div className={styles.head}>
        <h2 id="steps">{texts.steps}</h2>
        {isKnown && <span className="soft">{texts.stepsDone(done, steps.length)}</span>}
      </div>
      {failed.length > 0 ? (
        <UnreadParts parts={failed} />
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
