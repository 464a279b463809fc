import { NativeSelect } from '@mantine/core';
import type { Import } from '../../../../client/src/index.ts';
import { useFormats } from '../../app/formats.ts';
import { useTexts } from '../../texts/texts.ts';
import { FigureRow } from './figures.tsx';
import { RowList } from './row-list.tsx';
import { labelOf, type RowWords } from './row-words.ts';

export type Status = keyof Import['statuses'];
export type ChosenStatuses = Readonly<Record<string, Status>>;

export const SHOWN_STATUSES: readonly Status[] = [
  'mailable',
  'opted_out',
  'bounced',
  'complained',
  'unconfirmed',
  'left_out',
];
const statusOf = (value: string): Status | null => SHOWN_STATUSES.find((status) => status === value) ?? null;

export interface StatusChoices {
  readonly decided: ChosenStatuses;
  readonly decide: (word: string, status: Status | null) => void;
}

export type StatusExamples = NonNullable<Import['trial']>['statuses'];

interface StatusesProps {
  readonly one: Pick<Import, 'statuses' | 'status_by' | 'unknown_statuses'>;
  /** Absent: the import has started, and nothing can be decided any more. */
  readonly decisions?: StatusChoices | undefined;
  readonly examples?: StatusExamples;
  readonly rowWords?: RowWords;
  /** The file, where there are several. */
  readonly file?: string | undefined;
}

/** Nothing is shown for a file without statuses. */
export function Statuses({ one, decisions, examples = [], rowWords, file }: StatusesProps) {
  const { importStatuses } = useTexts();
  const { number } = useFormats();
  const { statuses, status_by: by, unknown_statuses: unknown } = one;
  if (by === null) return null;
  const linesOf = (word: string): readonly number[] =>
    examples.find((one) => one.word !== null && sameWord(one.word, word))?.lines ?? [];
  return (
    <section aria-label={labelOf(importStatuses.title, file)}>
      <h3>{importStatuses.title}</h3>
      <p className="soft">{importStatuses.by[by.by](by.name ?? '')}</p>
      <FigureRow
        of={SHOWN_STATUSES.map((status) => ({ name: importStatuses.names[status], count: statuses[status] }))}
      />
      {rowWords && (
        <ul>
          {examples
            .filter(({ word }) => word === null)
            .map(({ status, lines }) => (
              <li key={status}>
                <strong>{importStatuses.names[status]}</strong>
                <RowList lines={lines} rowWords={rowWords} />
              </li>
            ))}
        </ul>
      )}
      {unknown.length > 0 && (
        <>
          <p>{decisions ? importStatuses.decide : importStatuses.unknown}</p>
          <ul>
            {unknown.map(({ word, rows }) => (
              <li key={word}>
                {word === '' ? importStatuses.blank : word}{' '}
                <span className="soft">{importStatuses.rows(number(rows), rows)}</span>
                {rowWords && <RowList lines={linesOf(word)} rowWords={rowWords} />}
                {decisions && (
                  <NativeSelect
                    aria-label={importStatuses.statusOf(word === '' ? importStatuses.blank : word)}
                    maw="20rem"
                    value={decisions.decided[word] ?? ''}
                    onChange={({ currentTarget }) => decisions.decide(word, statusOf(currentTarget.value))}
                    data={[
                      { value: '', label: importStatuses.undecided },
                      ...SHOWN_STATUSES.map((status) => ({
                        value: status,
                        label: importStatuses.names[status],
                      })),
                    ]}
                  />
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const sameWord = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();
