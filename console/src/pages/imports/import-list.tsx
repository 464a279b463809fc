import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../../app/formats.ts';
import { Unread, Waiting } from '../../app/page.tsx';
import rows from '../../app/rows.module.css';
import { imports } from '../../data/lists.ts';
import { useTexts } from '../../texts/texts.ts';
import { isImportUnderWay, LOOK_MS } from './under-way.ts';

const SHOWN = 50;

/** The imports, newest first. */
export function ImportList() {
  const { importsPage, importSteps } = useTexts();
  const { dateTime } = useFormats();
  const list = useQuery({
    ...imports,
    refetchInterval: ({ state }) => (state.data?.some(isImportUnderWay) ? LOOK_MS : false),
  });
  const newest = list.data
    ?.filter((one) => !one.dry_run)
    .toReversed()
    .slice(0, SHOWN);
  return (
    <section className="card" aria-labelledby="imports">
      <h2 id="imports">{importsPage.earlier}</h2>
      {list.isPending && <Waiting rows={3} height={64} />}
      {list.isError && <Unread error={list.error} retry={() => void list.refetch()} />}
      {newest?.length === 0 && <p className="soft">{importsPage.none}</p>}
      {newest && newest.length > 0 && (
        <ul className={rows.rows}>
          {newest.map(({ id, file_name, state, created_at, rows_read, undo }) => (
            <li key={id}>
              <div>
                <Link to="/contacts/imports/$id" params={{ id: String(id) }}>
                  {file_name}
                </Link>
                <div className="soft">{dateTime(created_at)}</div>
              </div>
              <div>
                {undo?.state === 'completed' ? importSteps.undone : importsPage.states[state]}
                <div className="soft">{importsPage.read(rows_read)}</div>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
