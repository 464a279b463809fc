import { momentOf, useFormats } from '../../app/formats.ts';
import { type Campaign, campaignStateOf, progressOf } from '../../data/campaigns.ts';
import { serverWords } from '../../data/own-failures.ts';
import { useRate } from '../../data/use-rate.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './progress.module.css';

/** Shows the progress of a campaign, its speed and the remaining time; of a cancelled one, whether mails are still being stopped: how many of them are under way is not known. `at`: when the service gave these numbers. */
export function Progress({ campaign, at }: { campaign: Campaign; at: number }) {
  const all = useTexts();
  const { progress: texts } = all.campaignsPage;
  const { timeOfDay } = useFormats();
  const { perSecond, secondsLeft } = useRate(campaign, at);
  const { done, all: whole } = progressOf(campaign);
  const isPaused = campaign.paused_reason !== null;
  const said = (): string => {
    if (isPaused) return '';
    const [trouble] = campaign.trouble;
    if (trouble?.scope === 'server') return texts.trouble(serverWords(trouble.reply, all));
    if (whole === 0) return texts.waiting;
    if (perSecond === null) return texts.measuring;
    if (secondsLeft === null) {
      const next = campaign.next_try_at;
      return next === null || momentOf(next).getTime() <= at ? texts.still : texts.nextTry(timeOfDay(next));
    }
    return `${texts.rate(perSecond)}, ${texts.left(secondsLeft)}`;
  };
  if (campaignStateOf(campaign) === 'cancelled')
    return <p>{campaign.pending === 0 ? texts.stopped : texts.stopping}</p>;
  return (
    <div className={styles.progress}>
      <progress max={Math.max(1, whole)} value={done} aria-label={texts.label} />
      <span className={styles.numbers}>{texts.of(done, whole)}</span>
      <span className="soft">{said()}</span>
    </div>
  );
}
