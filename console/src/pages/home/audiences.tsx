import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../../app/formats.ts';
import { Unread, Waiting } from '../../app/page.tsx';
import { contactTypes } from '../../data/lists.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './audiences.module.css';

/** The largest audiences and how many contacts they have. */
const SHOWN = 8;

export function Audiences() {
  const { homePage: texts } = useTexts();
  const { number } = useFormats();
  const types = useQuery(contactTypes);
  const shown = types.data?.toSorted((a, b) => b.contacts_count - a.contacts_count).slice(0, SHOWN);
  const total = types.data?.reduce((sum, one) => sum + one.contacts_count, 0) ?? 0;
  return (
    <section className="card" aria-labelledby="audiences">
      <h2 id="audiences">{texts.audiences}</h2>
      {types.isError && <Unread error={types.error} retry={() => void types.refetch()} />}
      {types.isPending && <Waiting rows={4} />}
      {shown?.length === 0 && <p className="soft">{texts.noAudiences}</p>}
      {shown && shown.length > 0 && (
        <>
          <p className="soft">{texts.total(total)}</p>
          <ul className={styles.bars}>
            {shown.map(({ id, name, contacts_count }) => (
              <li key={id}>
                <Link
                  className={styles.name}
                  title={name}
                  to="/contacts/audiences/$id"
                  params={{ id: String(id) }}
                >
                  {name}
                </Link>
                <span>{number(contacts_count)}</span>
                <progress
                  max={Math.max(1, shown[0]!.contacts_count)}
                  value={contacts_count}
                  aria-hidden="true"
                />
              </li>
            ))}
          </ul>
        </>
      )}
      <Link to="/contacts">{texts.toContacts}</Link>
    </section>
  );
}
