import { useId } from 'react';
import { useFormats } from '../../app/formats.ts';
import type { Automation } from '../../data/automations.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from '../campaigns/campaign.module.css';

/** Shows why the automation sends nothing, and since when no contact enters it. */
export function AutomationStanding({ automation }: { automation: Automation }) {
  const { campaignsPage, automationsPage } = useTexts();
  const { dateTime } = useFormats();
  const { hold_reason, full_since } = automation;
  const held = hold_reason === null ? undefined : campaignsPage.holds[hold_reason];
  const { title, hint } = automationsPage.full;
  return (
    <>
      {held && <Reason title={held[0]} hint={held[1]} />}
      {full_since !== null && <Reason title={title} hint={hint(dateTime(full_since))} />}
    </>
  );
}

function Reason({ title, hint }: { title: string; hint: string }) {
  const id = useId();
  return (
    <section className={`card ${styles.standing}`} data-bad="true" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p>{hint}</p>
    </section>
  );
}
