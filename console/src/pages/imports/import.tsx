import { Progress } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import type { Import } from '../../../../client/src/index.ts';
import { download } from '../../app/download.ts';
import { DownloadButton } from '../../app/download-button.tsx';
import { LinkButton } from '../../app/link-button.tsx';
import { Page, Unread, Waiting } from '../../app/page.tsx';
import { failureWords } from '../../data/own-failures.ts';
import { useTexts } from '../../texts/texts.ts';
import { DatesRead } from './dates-read.tsx';
import { FigureRow } from './figures.tsx';
import { Hygiene } from './hygiene.tsx';
import { ReadAs } from './read-as.tsx';
import { rowWordsOf } from './row-words.ts';
import { Statuses } from './statuses.tsx';
import { Trial } from './trial.tsx';
import { UndoImport } from './undo-import.tsx';
import { useImport } from './use-import.ts';

/** One import: how far it is, and the rows that were refused. It needs no page that stays open. */
export function ImportPage() {
  const { id } = useParams({ from: '/contacts/imports/$id' });
  const { contactsPage, importsPage } = useTexts();
  const one = useImport(Number(id));
  return (
    <Page
      title={one.data?.file_name ?? importsPage.pageTitle}
      actions={
        <LinkButton to="/contacts/imports" variant="default">
          {importsPage.another}
        </LinkButton>
      }
    >
      <p>
        <Link to="/contacts">{contactsPage.back}</Link>
      </p>
      {one.isPending && <Waiting rows={5} />}
      {one.isError && <Unread error={one.error} retry={() => void one.refetch()} />}
      {one.data && (one.data.dry_run ? <TriedOnly one={one.data} /> : <Details one={one.data} />)}
      {one.data && <UndoImport one={one.data} />}
    </Page>
  );
}

/** A dry run that was opened by its address. */
function TriedOnly({ one }: { one: Import }) {
  const { importSteps } = useTexts();
  return (
    <section className="card" aria-labelledby="trial">
      <h2 id="trial">{importSteps.trial}</h2>
      <Trial id={one.id} />
    </section>
  );
}

function Details({ one }: { one: Import }) {
  const texts = useTexts();
  const { importsPage, importSteps } = texts;
  const { state, failure, percent, skipped_columns, rows_refused } = one;
  const figures = [
    { name: importsPage.added, count: one.rows_added },
    { name: importsPage.updated, count: one.rows_updated },
    { name: importsPage.unchanged, count: one.rows_unchanged },
    { name: importsPage.refused, count: rows_refused },
  ];
  return (
    <section className="card" aria-labelledby="progress">
      <h2 id="progress">{importsPage.progress}</h2>
      <p role="status">
        <strong>{importsPage.states[state]}</strong> · {importsPage.read(one.rows_read)}
      </p>
      <Progress value={percent} aria-label={importsPage.progress} />
      {(state === 'waiting' || state === 'running') && <p className="soft">{importsPage.mayClose}</p>}
      {failure !== null && <p role="alert">{failureWords(failure, texts)}</p>}
      <FigureRow of={figures} />
      <ReadAs of={one} />
      <DatesRead of={one.date_orders} />
      <Statuses one={one} />
      <Hygiene of={one} rowWords={rowWordsOf(undefined, [], importSteps)} />
      {skipped_columns.length > 0 && (
        <p className="soft">
          {importsPage.leftOut} {skipped_columns.join(', ')}
        </p>
      )}
      {one.rows_partial > 0 && (
        <>
          <p className="soft">{importSteps.partial(one.rows_partial)}</p>
          <DownloadButton
            start={() => download({ path: '/contacts/imports/partial', input: { id: one.id } })}
          >
            {importSteps.downloadPartial}
          </DownloadButton>
        </>
      )}
      {rows_refused > 0 && (
        <>
          <p className="soft">{importsPage.refusedHint}</p>
          <DownloadButton start={() => download({ path: '/contacts/imports/errors', input: { id: one.id } })}>
            {importsPage.download}
          </DownloadButton>
        </>
      )}
    </section>
  );
}
