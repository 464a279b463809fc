import { type Campaign, campaignStateOf } from '../../data/campaigns.ts';
import { standingWords } from '../../data/own-failures.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './campaign.module.css';

export function CampaignStanding({ campaign }: { campaign: Campaign }) {
  const texts = useTexts();
  const said = standingOf(campaign, texts.campaignsPage);
  if (!said) return null;
  const [what, then] = said;
  const isBad = ['held', 'paused'].includes(campaignStateOf(campaign)) && campaign.paused_reason !== 'person';
  const more = standingWords(campaign, texts);
  return (
    <section className={`card ${styles.standing}`} data-bad={isBad} aria-labelledby="standing">
      <h2 id="standing">{what}</h2>
      <p>{then}</p>
      {more !== null && <p className="soft">{more}</p>}
    </section>
  );
}

type CampaignTexts = ReturnType<typeof useTexts>['campaignsPage'];

/** Null: neither held nor paused. */
export function standingOf(
  campaign: Campaign,
  texts: CampaignTexts,
): readonly [what: string, then: string] | null {
  const { hold_reason, paused_reason } = campaign;
  if (['completed', 'cancelled'].includes(campaignStateOf(campaign))) return null;
  if (paused_reason !== null) return texts.pauses[paused_reason] ?? null;
  return hold_reason === null ? null : (texts.holds[hold_reason] ?? null);
}
