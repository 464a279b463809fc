import { Link } from '@tanstack/react-router';
import type { Campaign } from '../../data/campaigns.ts';
import { useFormats } from '../../texts/formats.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './campaign.module.css';
import type { Choice } from './people-choices.ts';

/** The figures of a campaign. Each leads to its people. */
export function Figures({ campaign }: { campaign: Campaign }) {
  const { figures: texts } = useTexts().campaignsPage;
  const { percent } = useFormats();
  const { delivered, unique_opens, total_opens, unique_clicks, total_clicks, bounces } = campaign;
  const { machine_opens, machine_clicks, unsubscribes, complaints, pending, skipped, in_doubt } = campaign;
  const { recipients } = campaign.audience;
  const ofRecipients = (n: number): string => texts.ofRecipients(percent(n, recipients));
  const ofDelivered = (n: number): string => texts.ofDelivered(percent(n, delivered));
  const isCounted = campaign.tracking === 1;
  const figure = (name: string, value: number, hint: string, show: Choice) => (
    <Figure key={name} name={name} value={value} hint={hint} utr={campaign.utr} show={show} />
  );
  return (
    <section className="card" aria-labelledby="figures">
      <h2 id="figures">{texts.title}</h2>
      <p className="soft">{texts.hint}</p>
      <ul className={styles.figures}>
        {figure(texts.recipients, recipients, '', 'all')}
        {figure(texts.delivered, delivered, ofRecipients(delivered), 'accepted')}
        {isCounted && (
          <>
            {figure(
              texts.opened,
              unique_opens,
              `${ofDelivered(unique_opens)}, ${texts.total(total_opens)}`,
              'opened',
            )}
            {figure(
              texts.clicked,
              unique_clicks,
              `${ofDelivered(unique_clicks)}, ${texts.total(total_clicks)}`,
              'clicked',
            )}
          </>
        )}
        {figure(texts.bounced, bounces, ofRecipients(bounces), 'bounced')}
        {figure(texts.unsubscribed, unsubscribes, ofDelivered(unsubscribes), 'unsubscribed')}
        {figure(texts.complained, complaints, ofDelivered(complaints), 'complained')}
        {pending > 0 && figure(texts.pending, pending, ofRecipients(pending), 'pending')}
        {skipped > 0 && figure(texts.skipped, skipped, ofRecipients(skipped), 'skipped')}
        {in_doubt > 0 && figure(texts.in_doubt, in_doubt, ofRecipients(in_doubt), 'in_doubt')}
      </ul>
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
  readonly utr: string;
  readonly show: Choice;
}

function Figure({ name, value, hint, utr, show }: FigureProps) {
  const { number } = useFormats();
  return (
    <li>
      <Link to="/campaigns/$utr/people" params={{ utr }} search={{ show }} className={styles.figure}>
        <span className="soft">{name}</span>
        <span className={styles.value}>{number(value)}</span>
        <span className="soft">{hint}</span>
      </Link>
    </li>
  );
}
