import { Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { Import } from '../../../../client/src/index.ts';
import { DownloadButton } from '../../app/download-button.tsx';
import { LinkButton } from '../../app/link-button.tsx';
import { Page, Unread, Waiting } from '../../app/page.tsx';
import { api } from '../../data/client.ts';
import { useFormats } from '../../texts/formats.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './import.module.css';
import { isUnderWay, LOOK_MS } from './under-way.ts';

/** One import: how far it is, and the rows that were refused. It needs no page that stays open. */
export function ImportPage() {
  const { id } = useParams({ from: '/contacts/imports/$id' });
  const { contactsPage, importsPage } = useTexts();
  const one = useQuery({
    queryKey: ['import', Number(id)],
    queryFn: ({ signal }) => api.importDetails({ id: Number(id) }, { signal }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? LOOK_MS : false),
  });
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
      {one.data && <Details one={one.data} />}
    </Page>
  );
}

function Details({ one }: { one: Import }) {
  const { importsPage } = useTexts();
  const { number } = useFormats();
  const { state, failure, percent, skipped_columns, rows_refused } = one;
  const figures = [
    { name: importsPage.added, rows: one.rows_added },
    { name: importsPage.updated, rows: one.rows_updated },
    { name: importsPage.unchanged, rows: one.rows_unchanged },
    { name: importsPage.refused, rows: rows_refused },
  ];
  return (
    <section className="card" aria-labelledby="progress">
      <h2 id="progress">{importsPage.progress}</h2>
      <p role="status">
        <strong>{importsPage.states[state]}</strong> · {importsPage.read(one.rows_read)}
      </p>
      <Progress value={percent} aria-label={importsPage.progress} />
      {isUnderWay(one) && <p className="soft">{importsPage.mayClose}</p>}
      {failure !== null && <p role="alert">{failure}</p>}
      <dl className={styles.figures}>
        {figures.map(({ name, rows }) => (
          <div key={name}>
            <dt className="soft">{name}</dt>
            <dd>{number(rows)}</dd>
          </div>
        ))}
      </dl>
      {skipped_columns.length > 0 && (
        <p className="soft">
          {importsPage.leftOut} {skipped_columns.join(', ')}
        </p>
      )}
      {rows_refused > 0 && (
        <>
          <p className="soft">{importsPage.refusedHint}</p>
          <DownloadButton name={`refused-${one.id}.csv`} load={() => api.importErrors({ id: one.id })}>
            {importsPage.download}
          </DownloadButton>
        </>
      )}
    </section>
  );
}
