import { useFormats } from '../../app/formats.ts';
import type { Mailing } from '../../data/mailing.ts';
import type { UsualShares } from '../../data/usual.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './campaign.module.css';
import { PeopleLink } from './people-link.tsx';
import { type CountedMail, type MailFigure, useMailFigures } from './use-mail-figures.ts';

interface MailFiguresProps extends CountedMail {
  readonly mailing: Mailing;
  /** Medians of earlier campaigns; absent with too few. */
  readonly usual?: UsualShares | null | undefined;
}

export function MailFigures({ mailing, usual, ...mail }: MailFiguresProps) {
  const { figures: texts } = useTexts().campaignsPage;
  const figures = useMailFigures(mail);
  const { machine_opens, machine_clicks } = mail.outcomes;
  return (
    <section className="card" aria-labelledby="figures">
      <h2 id="figures">{texts.title}</h2>
      <p className="soft unprinted">{texts.hint}</p>
      <ul className={styles.figures}>
        {figures.map((figure) => (
          <li key={figure.name}>
            <Figure
              figure={figure}
              mailing={mailing}
              usual={(figure.usual && usual?.[figure.usual]) ?? null}
            />
          </li>
        ))}
      </ul>
      {usual && <p className="soft">{texts.usualHint(usual.campaigns)}</p>}
      {!mail.isCounted && <p className="soft">{texts.untracked}</p>}
      {machine_opens + machine_clicks > 0 && (
        <p className="soft">{texts.machinesHint(machine_opens, machine_clicks)}</p>
      )}
    </section>
  );
}

interface FigureProps {
  readonly figure: MailFigure;
  readonly mailing: Mailing;
  readonly usual: number | null;
}

function Figure({ figure: { name, value, hint, base, show }, mailing, usual }: FigureProps) {
  const { figures: texts } = useTexts().campaignsPage;
  const { number, percent } = useFormats();
  const parts = (
    <>
      <span className="soft">{name}</span>
      <span className={styles.value}>{show === null ? percent(value, base ?? 0) : number(value)}</span>
      <span className="soft">{hint}</span>
      {usual !== null && <span className={styles.usual}>{texts.usually(percent(usual, 1))}</span>}
    </>
  );
  return show === null ? (
    <div className={styles.figure}>{parts}</div>
  ) : (
    <PeopleLink mailing={mailing} show={show} className={styles.figure}>
      {parts}
    </PeopleLink>
  );
}
