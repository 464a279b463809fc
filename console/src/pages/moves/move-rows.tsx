import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { Move, MoveRow } from '../../../../client/src/index.ts';
import { download } from '../../app/download.ts';
import { DownloadButton } from '../../app/download-button.tsx';
import { MoreButton } from '../../app/more-button.tsx';
import { Unread, Waiting } from '../../app/page.tsx';
import styles from '../../app/rows.module.css';
import { api } from '../../data/client.ts';
import { useFieldName } from '../../data/field-names.ts';
import { rowReason } from '../../data/own-failures.ts';
import { usePages } from '../../data/pages.ts';
import { useTexts } from '../../texts/texts.ts';
import { SHOWN_STATUSES } from '../imports/statuses.tsx';

type Outcome = MoveRow['status'];
const OUTCOMES: readonly Outcome[] = [...SHOWN_STATUSES, 'refused'];

/** The rows behind each count of a receipt, one outcome at a time. */
export function MoveRows({ move: { id, total } }: { move: Move }) {
  const { moveTexts, importStatuses, importsPage } = useTexts();
  const shown = OUTCOMES.filter((outcome) => total[outcome] > 0);
  const [chosen, choose] = useState<Outcome | undefined>(shown[0]);
  if (chosen === undefined) return null;
  const nameOf = (outcome: Outcome): string =>
    outcome === 'refused' ? importsPage.refused : importStatuses.names[outcome];
  return (
    <section className="card" aria-labelledby="rows">
      <h2 id="rows">{moveTexts.rowsTitle}</h2>
      <NativeSelect
        label={moveTexts.rowsOf}
        maw="30rem"
        mt="sm"
        data={shown.map((outcome) => ({ value: outcome, label: nameOf(outcome) }))}
        value={chosen}
        onChange={({ currentTarget }) => choose(shown.find((one) => one === currentTarget.value))}
      />
      <RowsOf key={chosen} id={id} status={chosen} />
      <DownloadButton
        start={() => download({ path: '/moves/receipt/download', input: { id, status: chosen } })}
      >
        {moveTexts.downloadRows}
      </DownloadButton>
    </section>
  );
}

function RowsOf({ id, status }: { id: number; status: Outcome }) {
  const { moveTexts } = useTexts();
  const nameOf = useFieldName();
  const pages = usePages(['move-rows', id, status], (range, options) =>
    api.moveReceiptRows({ id, status, ...range }, options),
  );
  if (pages.isPending) return <Waiting rows={3} />;
  if (pages.isError) return <Unread error={pages.error} retry={() => void pages.refetch()} />;
  return (
    <>
      <ul className={styles.rows}>
        {pages.data.pages.flat().map((row) => (
          <li key={row.id}>
            <div>
              <strong>{row.email ?? moveTexts.noAddress}</strong>
              {row.reason !== null && <div>{rowReason(row.reason, nameOf)}</div>}
            </div>
            <div className="soft">{moveTexts.place(row.file, row.line)}</div>
          </li>
        ))}
      </ul>
      <MoreButton pages={pages} />
    </>
  );
}
