import type { Import } from '../../../../client/src/index.ts';
import { useTexts } from '../../texts/texts.ts';

const isNamed = <Names extends object>(name: string, names: Names): name is string & keyof Names =>
  Object.hasOwn(names, name);

/** How a file is read, and a warning where that is a guess. */
export function ReadAs({
  of: { encoding, encoding_by: by, encoding_certain: isCertain },
}: {
  of: Pick<Import, 'encoding' | 'encoding_by' | 'encoding_certain'>;
}) {
  const { encodings, readAs, readBy, guessed } = useTexts().importSteps;
  return (
    <p className="soft">
      {readAs(isNamed(encoding, encodings) ? encodings[encoding] : encoding)}
      {by && `, ${readBy[by]}`}.{isCertain === false && ` ${guessed}`}
    </p>
  );
}
