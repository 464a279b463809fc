import { AskedButton } from '../../app/ask-first.tsx';
import { useFormats } from '../../app/formats.ts';
import { useChange } from '../../app/use-change.ts';
import type { Campaign } from '../../data/campaigns.ts';
import { api } from '../../data/client.ts';
import { serverWords } from '../../data/own-failures.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './campaign.module.css';

export function Parked({ campaign: { utr, parked } }: { campaign: Campaign }) {
  const all = useTexts();
  const { parked: texts, control, compose } = all.campaignsPage;
  const { dateTime } = useFormats();
  const resume = useChange(() => api.singleSendResume({ utr }), control.resumed);
  return (
    <section className="card" aria-labelledby="parked">
      <div className="head">
        <h2 id="parked">{texts.title}</h2>
        <AskedButton
          isMail
          isPending={resume.isPending}
          name={texts.now}
          title={texts.nowTitle(parked.reduce((sum, { rows }) => sum + rows, 0))}
          hint={texts.nowHint}
          yes={texts.now}
          no={compose.notYet}
          run={() => resume.mutate()}
        />
      </div>
      <p className="soft">{texts.hint}</p>
      <ul className={styles.doubts}>
        {parked.map(({ domain, rows, until, reply }) => (
          <li key={domain}>
            <div>
              {texts.row(domain, rows, dateTime(until))}
              <div className="soft">{serverWords(reply, all)}</div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
