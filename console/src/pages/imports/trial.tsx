import { Progress } from '@mantine/core';
import type { Import } from '../../../../client/src/index.ts';
import { download } from '../../app/download.ts';
import { DownloadButton } from '../../app/download-button.tsx';
import { Unread } from '../../app/page.tsx';
import { useFieldName } from '../../data/field-names.ts';
import { failureWords, rowReason } from '../../data/own-failures.ts';
import { useTexts } from '../../texts/texts.ts';
import { FigureRow } from './figures.tsx';
import { ReadAs } from './read-as.tsx';
import { type StatusChoices, Statuses } from './statuses.tsx';
import { useImport } from './use-import.ts';

/** The result of a dry run. `decisions`: choices for unknown statuses. */
export function Trial({ id, decisions }: { id: number; decisions?: StatusChoices }) {
  const texts = useTexts();
  const { importSteps } = texts;
  const found = useImport(id);
  const { data } = found;
  return (
    <div role="status" aria-label={importSteps.trial}>
      {found.isError && <Unread error={found.error} retry={() => void found.refetch()} />}
      {data?.trial ? (
        <Outcome one={data} trial={data.trial} {...(decisions && { decisions })} />
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

interface TrialProps {
  readonly one: Import;
  readonly trial: NonNullable<Import['trial']>;
  readonly decisions?: StatusChoices;
}

function Outcome({ one, trial, decisions }: TrialProps) {
  const texts = useTexts();
  const { importsPage, importSteps } = texts;
  const nameOf = useFieldName();
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
      <ReadAs of={one} />
      {!trial.whole && <p>{importSteps.beginning(one.rows_read)}</p>}
      {one.failure !== null && <p role="alert">{failureWords(one.failure, texts)}</p>}
      <Statuses one={one} {...(decisions && { decisions })} />
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
          <Reasons of={trial.dropped} />
        </>
      )}
      {trial.refusals.length > 0 && (
        <>
          <h3>{importsPage.refused}</h3>
          <Reasons of={trial.refusals} />
          <DownloadButton start={() => download({ path: '/contacts/imports/errors', input: { id: one.id } })}>
            {importsPage.download}
          </DownloadButton>
        </>
      )}
    </>
  );
}

function Reasons({ of }: { of: NonNullable<Import['trial']>['refusals'] }) {
  const { importSteps } = useTexts();
  const nameOf = useFieldName();
  return (
    <ul>
      {of.map(({ reason, rows, line }) => (
        <li key={reason}>
          {rowReason(reason, nameOf)} <span className="soft">{importSteps.refusedRows(rows, line)}</span>
        </li>
      ))}
    </ul>
  );
}
