import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dotted } from '../../app/dotted.ts';
import { useFormats } from '../../app/formats.ts';
import { Unread, Waiting } from '../../app/page.tsx';
import styles from '../../app/rows.module.css';
import { api } from '../../data/client.ts';
import { useTexts } from '../../texts/texts.ts';

const SHOWN = 50;

/** The moves, newest first. Nothing is shown before the first. */
export function MoveList() {
  const { moveTexts } = useTexts();
  const { dateTime } = useFormats();
  const list = useQuery({
    queryKey: ['moves'],
    queryFn: ({ signal }) => api.moveList({ limit: SHOWN }, { signal }),
  });
  if (list.data?.length === 0) return null;
  return (
    <section className="card" aria-labelledby="moves">
      <h2 id="moves">{moveTexts.earlier}</h2>
      {list.isPending && <Waiting rows={3} height={64} />}
      {list.isError && <Unread error={list.error} retry={() => void list.refetch()} />}
      <ul className={styles.rows}>
        {list.data?.map(({ id, tool, state, created_at, total, file_names }) => (
          <li key={id}>
            <div>
              <Link to="/contacts/moves/$id" params={{ id: String(id) }}>
                {tool === null ? moveTexts.unknownTool : moveTexts.from(tool)}
              </Link>
              <div className="soft">{file_names.join(', ')}</div>
            </div>
            <div>
              {moveTexts.states[state]}
              <div className="soft">{dotted(dateTime(created_at), moveTexts.rowCount(total.rows))}</div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
