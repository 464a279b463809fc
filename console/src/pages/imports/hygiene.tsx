import { Checkbox } from '@mantine/core';
import type { Import } from '../../../../client/src/index.ts';
import { dotted } from '../../app/dotted.ts';
import { useTexts } from '../../texts/texts.ts';
import { labelOf, type RowWords } from './row-words.ts';

export type Doubt = keyof Import['hygiene_examples'];

const KINDS: readonly Doubt[] = ['typo', 'role', 'disposable', 'no_mail_domain', 'undeliverable'];

export interface DoubtChoices {
  readonly leftOut: readonly Doubt[];
  readonly leaveOut: (kind: Doubt, isLeftOut: boolean) => void;
}

interface HygieneProps {
  readonly of: Pick<Import, 'hygiene' | 'hygiene_examples' | 'leave_out'>;
  readonly rowWords: RowWords;
  /** Without them, the import has begun. */
  readonly choices?: DoubtChoices | undefined;
  /** The file, where there are several. */
  readonly file?: string | undefined;
}

/** Rows with doubtful addresses, by kind. Nothing is shown for a file without them. */
export function Hygiene({
  of: { hygiene, hygiene_examples: examples, leave_out },
  rowWords,
  choices,
  file,
}: HygieneProps) {
  const { importHygiene: texts } = useTexts();
  const kinds = KINDS.filter((kind) => (hygiene?.[kind] ?? 0) > 0);
  if (kinds.length === 0) return null;
  return (
    <section aria-label={labelOf(texts.title, file)}>
      <h3>{texts.title}</h3>
      {choices && <p className="soft">{texts.hint}</p>}
      {kinds.map((kind) => {
        const found = texts.kinds[kind](hygiene?.[kind] ?? 0);
        return (
          <div key={kind}>
            {choices ? (
              <Checkbox
                mt="sm"
                label={texts.leaveOut(found)}
                checked={choices.leftOut.includes(kind)}
                onChange={({ currentTarget }) => choices.leaveOut(kind, currentTarget.checked)}
              />
            ) : (
              <p>{leave_out.includes(kind) ? texts.wereLeftOut(found) : found}</p>
            )}
            <ul>
              {examples[kind].map(({ line, meant }) => (
                <li key={line}>{dotted(rowWords(line), meant !== null && texts.meant(meant))}</li>
              ))}
            </ul>
          </div>
        );
      })}
    </section>
  );
}
