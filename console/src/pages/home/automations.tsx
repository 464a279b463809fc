import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Automation, automationStateOf, automations, progressQuery } from '../../data/automations.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './campaigns.module.css';

/** The most automations that Home reads: each needs its own call. */
const LOOKED_AT = 8;

/** Live automations with the people in them, and the reason if one has stopped. Empty if none is live. */
export function LiveAutomations() {
  const { home: texts } = useTexts().automationsPage;
  const found = useQuery(automations);
  const live = found.data?.filter(({ status }) => status === 1).slice(-LOOKED_AT) ?? [];
  if (live.length === 0) return null;
  return (
    <section className="card" aria-labelledby="live-automations">
      <h2 id="live-automations">{texts.title}</h2>
      <ul className={styles.list}>
        {live.map((one) => (
          <LiveAutomation key={one.utr} automation={one} />
        ))}
      </ul>
    </section>
  );
}

function LiveAutomation({ automation }: { automation: Automation }) {
  const { automationsPage, campaignsPage } = useTexts();
  const { utr, automation_name: name, hold_reason, full_since } = automation;
  const { data } = useQuery(progressQuery(utr, false));
  const hold =
    automationStateOf(automation) === 'held'
      ? hold_reason
      : data?.emails.find((one) => one.hold_reason)?.hold_reason;
  const held = hold ? (campaignsPage.holds[hold] ?? campaignsPage.pauses[hold]) : undefined;
  return (
    <li className={styles.decision}>
      <div>
        <Link to="/automations/$utr" params={{ utr }} className={styles.name}>
          {name}
        </Link>
        {held && <div>{held[0]}</div>}
        {full_since !== null && <div>{automationsPage.full.title}</div>}
        <div className="soft">{held ? held[1] : automationsPage.home.waiting(data?.waiting ?? 0)}</div>
      </div>
      {held && (
        <Button component={Link} to={`/automations/${utr}`} variant="default">
          {campaignsPage.home.decide}
        </Button>
      )}
    </li>
  );
}
