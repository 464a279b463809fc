import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { MailProblem } from '../../../../client/src/index.ts';
import { type CheckPlace, placeOfProblem } from '../../data/check-places.ts';
import { checkTextOf } from '../../data/check-texts.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './compose.module.css';
import { showPart } from './section.tsx';

interface ProblemListProps {
  readonly problems: readonly MailProblem[];
  /** Closes the dialog that shows the list. Resolves once it is closed. */
  readonly leave?: () => Promise<void>;
}

export function ProblemList({ problems, leave }: ProblemListProps) {
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
          <PlaceLink place={placeOfProblem({ code, where })} leave={leave} />
        </li>
      ))}
    </ul>
  );
}

interface PlaceLinkProps {
  readonly place: CheckPlace | null;
  readonly leave: ProblemListProps['leave'];
}

function PlaceLink({ place, leave }: PlaceLinkProps) {
  const { fixAt } = useTexts().campaignsPage.compose;
  if (place === null) return null;
  if (place === 'contacts') return <Link to="/contacts">{fixAt[place]}</Link>;
  if (place === 'senders' || place === 'domains')
    return (
      <Link to="/settings" hash={place}>
        {fixAt[place]}
      </Link>
    );
  const show = async (): Promise<void> => {
    await leave?.();
    // The dialog is gone then, and takes no focus.
    setTimeout(showPart, 0, place);
  };
  return (
    <Anchor component="button" type="button" onClick={() => void show()}>
      {fixAt[place]}
    </Anchor>
  );
}
