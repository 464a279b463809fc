import { useFormats } from '../../app/formats.ts';
import type { Campaign } from '../../data/campaigns.ts';
import { lastReplyWords } from '../../data/own-failures.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './campaign.module.css';

/** Why emails wait, how many, and until when. Domains that are parked have their own list. */
export function Trouble({ campaign: { trouble, parked, delayed } }: { campaign: Campaign }) {
  const all = useTexts();
  const { reportParts: texts, campaignsPage } = all;
  const { dateTime } = useFormats();
  const shown = trouble.filter(({ host }) => parked.every(({ domain }) => domain !== host));
  if (shown.length === 0) return null;
  return (
    <section className={`card ${styles.standing}`} data-bad="true" aria-labelledby="trouble">
      <h2 id="trouble">{texts.troubleTitle}</h2>
      <p className="soft">{texts.troubleHint}</p>
      <ul className={styles.doubts}>
        {shown.map(({ scope, host, class: name, rows, since, next_try_at, reply }) => (
          <li key={`${scope} ${host} ${name}`}>
            <div>
              <strong>{texts.troubleAt[scope](host ?? '')}</strong>
              <div>
                {name === null ? texts.troubleTurn : campaignsPage.people.classes[name]}
                {'. '}
                {texts.troubleRows(rows, dateTime(next_try_at))}
              </div>
              <div className="soft">{texts.troubleSince(dateTime(since))}</div>
              {reply !== '' && <div className="soft">{lastReplyWords(reply, all)}</div>}
            </div>
          </li>
        ))}
      </ul>
      {delayed > 0 && <p>{texts.delayed(delayed)}</p>}
    </section>
  );
}
