import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CheckIcon } from '../../app/icons.tsx';
import { Unread, Waiting } from '../../app/page.tsx';
import { newestCampaigns } from '../../data/campaigns.ts';
import { contactTypes, senders, sendingDomains } from '../../data/lists.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './steps.module.css';

interface HomeStep {
  readonly name: string;
  readonly hint: string;
  readonly to: '/settings' | '/contacts' | '/campaigns';
  readonly isDone: boolean;
}

export function Steps() {
  const { homePage: texts, campaignsPage } = useTexts();
  const [from, domains, types] = [useQuery(senders), useQuery(sendingDomains), useQuery(contactTypes)];
  const sent = useQuery(newestCampaigns('completed', 20));
  const failed = [from, domains, types, sent].find((one) => one.isError);
  const isKnown = from.data && domains.data && types.data && sent.data;
  const steps: readonly HomeStep[] = isKnown
    ? [
        { name: texts.sender, hint: texts.senderHint, to: '/settings', isDone: from.data.length > 0 },
        {
          name: texts.confirm,
          hint: texts.confirmHint,
          to: '/settings',
          isDone: from.data.some((one) => one.is_verified === 1),
        },
        {
          name: texts.domain,
          hint: texts.domainHint,
          to: '/settings',
          isDone: domains.data.some((one) => one.is_verified === 1),
        },
        {
          name: texts.people,
          hint: texts.peopleHint,
          to: '/contacts',
          isDone: types.data.some((one) => one.contacts_count > 0),
        },
        {
          name: campaignsPage.home.send,
          hint: campaignsPage.home.sendHint,
          to: '/campaigns',
          isDone: sent.data.length > 0,
        },
      ]
    : [];
  const done = steps.filter((one) => one.isDone).length;
  // The list ends with the first email.
  if (isKnown && done === steps.length) return null;
  return (
    <section className="card" aria-labelledby="steps">
      <div className={styles.head}>
        <h2 id="steps">{texts.steps}</h2>
        {isKnown && <span className="soft">{texts.stepsDone(done, steps.length)}</span>}
      </div>
      {failed ? (
        <Unread error={failed.error} retry={() => void failed.refetch()} />
      ) : isKnown ? (
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
              {isDone && (
                <Badge className={styles.done ?? ''} variant="light">
                  {texts.done}
                </Badge>
              )}
            </li>
          ))}
        </ol>
      ) : (
        <Waiting rows={5} height={69} />
      )}
    </section>
  );
}
