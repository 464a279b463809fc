import type { Automation } from '../../data/automations.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from '../campaigns/campaign.module.css';

export function AutomationStanding({ automation: { hold_reason, hold_detail } }: { automation: Automation }) {
  const { holds } = useTexts().campaignsPage;
  const said = hold_reason === null ? undefined : holds[hold_reason];
  if (!said) return null;
  return (
    <section className={`card ${styles.standing}`} data-bad="true" aria-labelledby="standing">
      <h2 id="standing">{said[0]}</h2>
      <p>{said[1]}</p>
      {hold_detail !== null && <p className="soft">{hold_detail}</p>}
    </section>
  );
}
