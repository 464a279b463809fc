import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../../app/formats.ts';
import { UnreadParts, Waiting } from '../../app/page.tsx';
import { useRemovals } from '../../app/removals.ts';
import { emailDesignDraft, formDraft, useForgetDrafts } from '../../app/use-kept-draft.ts';
import { type Automation, emailsQuery, progressQuery } from '../../data/automations.ts';
import { api } from '../../data/client.ts';
import { useSubjectWords } from '../../data/field-names.ts';
import { useTexts } from '../../texts/texts.ts';
import { AddEmail } from './add-email.tsx';
import styles from './series.module.css';
import { Step } from './step.tsx';

const REASONS = ['exit_criteria', 'unsubscribed', 'bounced', 'deleted', 'address_taken'] as const;

/** The series as a picture: the entry, the emails with the waits between them, and the number of people at each step. */
export function Series({ automation, audience }: { automation: Automation; audience: string }) {
  const { series: texts } = useTexts().automationsPage;
  const { number } = useFormats();
  const subjectWords = useSubjectWords();
  const { utr, status } = automation;
  const progress = useQuery(progressQuery(utr, status === 1));
  const emails = useQuery(emailsQuery(utr));
  const forget = useForgetDrafts();
  const { remove, isShown } = useRemovals('automation-emails');
  const [isAdding, adding] = useDisclosure();
  const failed = [progress, emails].filter((one) => one.isError && !one.data);
  const isKnown = progress.data && emails.data;
  const shown = emails.data?.filter(isShown) ?? [];
  const here = new Map(progress.data?.emails.map((one) => [one.id, one]));
  return (
    <section className="card" aria-labelledby="series">
      <div className="head">
        <h2 id="series">{texts.title}</h2>
        <Button variant="default" onClick={adding.open}>
          {texts.addEmail}
        </Button>
      </div>
      <AddEmail automation={automation} isFirst={shown.length === 0} isOpen={isAdding} close={adding.close} />
      {failed.length > 0 ? (
        <UnreadParts parts={failed} />
      ) : !isKnown ? (
        <Waiting rows={4} height={120} />
      ) : (
        <ol className={styles.series}>
          <li className={styles.node}>
            <strong>{automation.automation_for === 0 ? audience : texts.entry(audience)}</strong>
            <div className="soft">{texts.entered(progress.data.entered)}</div>
          </li>
          {shown.map((email, at) => (
            <Step
              key={email.id}
              automation={automation}
              email={email}
              place={at + 1}
              progress={here.get(email.id)}
              remove={() =>
                remove({
                  ids: [email.id],
                  said: texts.removed(subjectWords(email.subject)),
                  change: () =>
                    api
                      .automationScheduleDelete({ utr: email.utr })
                      .then(() =>
                        forget(email.utr, emailDesignDraft(email.utr), formDraft('wait', email.utr)),
                      ),
                })
              }
            />
          ))}
          {shown.length === 0 && <li className={`${styles.node} soft`}>{texts.noEmails}</li>}
          <li className={styles.node}>
            <strong>{texts.end}</strong>
            <div>{texts.done(progress.data.done)}</div>
            <div className="soft">{texts.left(progress.data.left)}</div>
            {progress.data.left > 0 && (
              <dl className={styles.reasons}>
                {REASONS.filter((name) => progress.data.left_reasons[name] > 0).map((name) => [
                  <dt key={name}>{texts.reasons[name]}</dt>,
                  <dd key={`${name} count`}>{number(progress.data.left_reasons[name])}</dd>,
                ])}
              </dl>
            )}
          </li>
        </ol>
      )}
    </section>
  );
}
