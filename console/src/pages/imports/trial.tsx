import { Progress } from '@mantine/core';
import type { Import } from '../../../../client/src/index.ts';
import { download } from '../../app/download.ts';
import { DownloadButton } from '../../app/download-button.tsx';
import { LeftGroupSelect } from '../../app/left-group-select.tsx';
import { Unread } from '../../app/page.tsx';
import type { Look } from '../../data/csv-file.ts';
import { useFieldName } from '../../data/field-names.ts';
import { failureWords, fieldOfReason, rowReason } from '../../data/own-failures.ts';
import { useTexts } from '../../texts/texts.ts';
import { DatesRead } from './dates-read.tsx';
import { FigureRow } from './figures.tsx';
import { Hygiene } from './hygiene.tsx';
import { NewFields } from './new-fields.tsx';
import { ReadAs } from './read-as.tsx';
import { RowList } from './row-list.tsx';
import { labelOf, type RowWords, rowWordsOf } from './row-words.ts';
import { Statuses } from './statuses.tsx';
import type { Choices } from './use-choices.ts';
import { useImport } from './use-import.ts';

interface TrialProps {
  readonly id: number;
  /** Absent: the dry run was opened by its address. */
  readonly choices?: Choices;
  /** The file as the browser read it. */
  readonly table?: Look | undefined;
  /** The column with a field. */
  readonly columnOf?: ((field: string) => string | undefined) | undefined;
  /** The name of the file, where there are several. */
  readonly file?: string | undefined;
}

/** The result of a dry run. */
export function Trial({ id, ...shown }: TrialProps) {
  const texts = useTexts();
  const { importSteps } = texts;
  const found = useImport(id);
  const { data } = found;
  return (
    <div role="status" aria-label={labelOf(importSteps.trial, shown.file)}>
      {found.isError && <Unread error={found.error} retry={() => void found.refetch()} />}
      {data?.trial ? (
        <Outcome one={data} trial={data.trial} {...shown} />
      ) : data?.state === 'failed' ? (
        <p role="alert">{failureWords(data.failure ?? '', texts)}</p>
      ) : (
        <>
          <p className="soft">{importSteps.looking}</p>
          <Progress value={data?.percent ?? 0} aria-label={importSteps.trial} />
        </>
      )}
    </div>
  );
}

/** The words for a row whose field is refused; null: the row itself is. */
type WordsFor = (field: string | null) => RowWords;

type Example = NonNullable<Import['trial']>['examples'][number];

/** Lines with the same effect are one example. */
function alike(examples: readonly Example[]) {
  const found = new Map<string, Pick<Example, 'result' | 'fields'> & { lines: number[] }>();
  for (const { line, result, fields } of examples) {
    const key = [result, ...fields].join(' ');
    const one = found.get(key);
    if (one) one.lines.push(line);
    else found.set(key, { lines: [line], result, fields });
  }
  return [...found.values()];
}

interface OutcomeProps extends Omit<TrialProps, 'id'> {
  readonly one: Import;
  readonly trial: NonNullable<Import['trial']>;
}

function Outcome({ one, trial, choices, table, columnOf, file }: OutcomeProps) {
  const texts = useTexts();
  const { importSteps } = texts;
  const emails = columnOf?.('email');
  const statusColumn =
    one.status_by?.by === 'column' || one.status_by?.by === 'input' ? one.status_by.name : null;
  return (
    <>
      <FigureRow
        of={[
          { name: importSteps.wouldAdd, count: one.rows_added },
          { name: importSteps.wouldChange, count: one.rows_updated },
          { name: importSteps.wouldLeave, count: one.rows_unchanged },
          { name: importSteps.wouldRefuse, count: one.rows_refused },
        ]}
      />
      {/* The columns above say it, unless the service reads the file otherwise. */}
      {(!table || (table.encoding && table.encoding.encoding !== one.encoding)) && <ReadAs of={one} />}
      <DatesRead of={one.date_orders} />
      {!trial.whole && <p>{importSteps.beginning(one.rows_read)}</p>}
      {one.failure !== null && <p role="alert">{failureWords(one.failure, texts)}</p>}
      <Statuses
        one={one}
        decisions={choices}
        file={file}
        examples={trial.statuses}
        rowWords={rowWordsOf(table, [emails, statusColumn], importSteps)}
      />
      {choices && one.statuses.opted_out > 0 && (
        <LeftGroupSelect value={choices.optOutGroup} choose={choices.setOptOutGroup} maw="30rem" />
      )}
      <Hygiene of={one} choices={choices} file={file} rowWords={rowWordsOf(table, [emails], importSteps)} />
      {choices && trial.new_fields.length > 0 && (
        <NewFields of={trial.new_fields} choices={choices} file={file} />
      )}
      <Examples
        id={one.id}
        trial={trial}
        wordsFor={(field) => rowWordsOf(table, [emails, field && columnOf?.(field)], importSteps)}
      />
    </>
  );
}

interface ExamplesProps {
  readonly id: number;
  readonly trial: OutcomeProps['trial'];
  readonly wordsFor: WordsFor;
}

function Examples({ id, trial, wordsFor }: ExamplesProps) {
  const { importsPage, importSteps } = useTexts();
  const nameOf = useFieldName();
  return (
    <>
      {trial.examples.length > 0 && (
        <>
          <h3>{importsPage.examples}</h3>
          <ul>
            {alike(trial.examples).map(({ lines, result, fields }) => (
              <li key={lines[0]}>{importSteps.example[result](lines, fields.map(nameOf).join(', '))}</li>
            ))}
          </ul>
        </>
      )}
      {trial.dropped.length > 0 && (
        <>
          <h3>{importSteps.dropped}</h3>
          <Reasons of={trial.dropped} wordsFor={wordsFor} />
        </>
      )}
      {trial.refusals.length > 0 && (
        <>
          <h3>{importsPage.refused}</h3>
          <Reasons of={trial.refusals} wordsFor={wordsFor} />
          <DownloadButton start={() => download({ path: '/contacts/imports/errors', input: { id } })}>
            {importsPage.download}
          </DownloadButton>
        </>
      )}
    </>
  );
}

interface ReasonsProps {
  readonly of: NonNullable<Import['trial']>['refusals'];
  readonly wordsFor: WordsFor;
}

function Reasons({ of, wordsFor }: ReasonsProps) {
  const { importSteps } = useTexts();
  const nameOf = useFieldName();
  return (
    <ul>
      {of.map(({ reason, rows, line, lines }) => (
        <li key={reason}>
          {rowReason(reason, nameOf)} <span className="soft">{importSteps.refusedRows(rows, line)}</span>
          <RowList lines={lines} rowWords={wordsFor(fieldOfReason(reason))} />
        </li>
      ))}
    </ul>
  );
}
