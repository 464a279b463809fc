import type { Import } from '../../../../client/src/index.ts';
import { useTexts } from '../../texts/texts.ts';

/** How a file is read, and a warning where that is a guess. */
export function ReadAs({
  of: { encoding, encoding_by: by, encoding_certain: isCertain },
}: {
  of: Pick<Import, 'encoding' | 'encoding_by' | 'encoding_certain'>;
}) {
  const { readAs, readBy, guessed } = useTexts().importSteps;
  return (
    <p className="soft">
      {readAs(encoding.replace(/^utf/, 'UTF'))}
      {by && ` (${readBy[by]})`}
      {isCertain === false && ` ${guessed}`}
    </p>
  );
}
