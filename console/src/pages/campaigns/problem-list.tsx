import type { MailProblem } from '../../../../client/src/index.ts';
import { checkTextOf } from '../../data/check-texts.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './compose.module.css';

export function ProblemList({ problems }: { problems: readonly MailProblem[] }) {
  const all = useTexts();
  const { compose: texts } = all.campaignsPage;
  if (problems.length === 0) return <p className={styles.fine}>{texts.checkFine}</p>;
  return (
    <ul className={styles.problems}>
      {problems.map(({ level, code, text, where }, at) => (
        // Two images without an address have the same text.
        <li key={`${at} ${code}`} data-level={level}>
          <strong>{level === 'error' ? texts.error : texts.warning}</strong>
          <div>{checkTextOf({ code, text }, all)}</div>
          <div className="soft">{texts.places[where] ?? where}</div>
        </li>
      ))}
    </ul>
  );
}
