import { useFormats } from '../../app/formats.ts';
import type { Campaign } from '../../data/campaigns.ts';
import type { Mailing } from '../../data/mailing.ts';
import type { UsualShares } from '../../data/usual.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './campaign.module.css';
import type { PeopleChoice } from './people-choices.ts';
import { PeopleLink } from './people-link.tsx';

export type Outcomes = Pick<
  Campaign,
  | 'delivered'
  | 'unique_opens'
  | 'total_opens'
  | 'unique_clicks'
  | 'total_clicks'
  | 'bounces'
  | 'machine_opens'
  | 'machine_clicks'
  | 'unsubscribes'
  | 'complaints'
  | 'in_doubt'
>;

interface MailFiguresProps {
  readonly mailing: Mailing;
  readonly outcomes: Outcomes;
  /** The base of shares. */
  readonly recipients: number;
  readonly audience?: Pick<Campaign, 'pending' | 'skipped' | 'trouble'>;
  /** Whether openings and clicks are counted. */
  readonly isCounted: boolean;
  /** Medians of earlier campaigns; absent with too few. */
  readonly usual?: UsualShares | null | undefined;
}

export function MailFigures({ mailing, outcomes, recipients, audience, isCounted, usual }: MailFiguresProps) {
  const { campaignsPage, reportParts } = useTexts();
  const { figures: texts } = campaignsPage;
  const { percent } = useFormats();
  const { delivered, unique_opens, total_opens, unique_clicks, total_clicks, bounces } = outcomes;
  const { machine_opens, machine_clicks, unsubscribes, complaints, in_doubt } = outcomes;
  const { pending: left, skipped, trouble } = audience ?? { pending: 0, skipped: 0, trouble: [] };
  const deferred = Math.min(
    left,
    trouble.reduce((sum, { rows }) => sum + rows, 0),
  );
  const pending = left - deferred;
  const notOpened = Math.max(0, delivered - unique_opens);
  const ofRecipients = (n: number): string => texts.ofRecipients(percent(n, recipients));
  const ofDelivered = (n: number): string => texts.ofDelivered(percent(n, delivered));
  const figure = (name: string, value: number, hint: string, show: PeopleChoice, share?: number | null) => (
    <Figure
      key={name}
      name={name}
      value={value}
      hint={hint}
      usual={share === undefined || share === null ? null : texts.usually(percent(share, 1))}
      mailing={mailing}
      show={show}
    />
  );
  return (
    <section className="card" aria-labelledby="figures">
      <h2 id="figures">{texts.title}</h2>
      <p className="soft unprinted">{texts.hint}</p>
      <ul className={styles.figures}>
        {audience && figure(texts.recipients, recipients, '', 'all')}
        {figure(texts.delivered, delivered, ofRecipients(delivered), 'accepted', usual?.delivered)}
        {isCounted && (
          <>
            {figure(
              texts.opened,
              unique_opens,
              `${ofDelivered(unique_opens)}, ${texts.total(total_opens)}`,
              'opened',
              usual?.opened,
            )}
            {figure(
              texts.clicked,
              unique_clicks,
              `${ofDelivered(unique_clicks)}, ${texts.total(total_clicks)}`,
              'clicked',
              usual?.clicked,
            )}
            {unique_opens > 0 && (
              <li>
                <div className={styles.figure}>
                  <span className="soft">{reportParts.clickToOpen}</span>
                  <span className={styles.value}>{percent(unique_clicks, unique_opens)}</span>
                  <span className="soft">{reportParts.clickToOpenHint}</span>
                </div>
              </li>
            )}
            {figure(reportParts.notOpened, notOpened, ofDelivered(notOpened), 'not_opened')}
          </>
        )}
        {figure(texts.bounced, bounces, ofRecipients(bounces), 'bounced', usual?.bounced)}
        {figure(
          texts.unsubscribed,
          unsubscribes,
          ofDelivered(unsubscribes),
          'unsubscribed',
          usual?.unsubscribed,
        )}
        {figure(texts.complained, complaints, ofDelivered(complaints), 'complained', usual?.complained)}
        {pending > 0 && figure(texts.pending, pending, ofRecipients(pending), 'pending')}
        {deferred > 0 &&
          figure(campaignsPage.people.choices.deferred, deferred, ofRecipients(deferred), 'deferred')}
        {skipped > 0 && figure(texts.skipped, skipped, ofRecipients(skipped), 'skipped')}
        {in_doubt > 0 && figure(texts.in_doubt, in_doubt, ofRecipients(in_doubt), 'in_doubt')}
      </ul>
      {usual && <p className="soft">{texts.usualHint(usual.campaigns)}</p>}
      {!isCounted && <p className="soft">{texts.untracked}</p>}
      {machine_opens + machine_clicks > 0 && (
        <p className="soft">{texts.machinesHint(machine_opens, machine_clicks)}</p>
      )}
    </section>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: number;
  readonly hint: string;
  readonly usual: string | null;
  readonly mailing: Mailing;
  readonly show: PeopleChoice;
}

function Figure({ name, value, hint, usual, mailing, show }: FigureProps) {
  const { number } = useFormats();
  return (
    <li>
      <PeopleLink mailing={mailing} show={show} className={styles.figure}>
        <span className="soft">{name}</span>
        <span className={styles.value}>{number(value)}</span>
        <span className="soft">{hint}</span>
        {usual !== null && <span className={styles.usual}>{usual}</span>}
      </PeopleLink>
    </li>
  );
}
