import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { AddAudience } from '../../app/add-audience.tsx';
import { download } from '../../app/download.ts';
import { DownloadButton } from '../../app/download-button.tsx';
import { Unread, Waiting } from '../../app/page.tsx';
import { contactTypes } from '../../data/lists.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './audience-list.module.css';

export function AudienceList() {
  const texts = useTexts();
  const { contactsPage } = texts;
  const types = useQuery(contactTypes);
  return (
    <section className="card" aria-labelledby="audiences">
      <h2 id="audiences">{contactsPage.audiencesLabel}</h2>
      {types.isPending && <Waiting rows={1} />}
      {types.isError && <Unread error={types.error} retry={() => void types.refetch()} />}
      {types.data && types.data.length === 0 && <p className="soft">{texts.homePage.noAudiences}</p>}
      {types.data && types.data.length > 0 && (
        <ul className={styles.audiences}>
          {types.data.map(({ id, name, contacts_count }) => (
            <li key={id}>
              <Link to="/contacts/audiences/$id" params={{ id: String(id) }}>
                <strong>{name}</strong>
              </Link>
              <span className="soft">{contactsPage.audienceCount(contacts_count)}</span>
              {contacts_count > 0 && (
                <DownloadButton
                  size="xs"
                  aria-label={texts.contactFiles.audience(name)}
                  start={() => download({ path: '/contacts/download', input: { contact_type_id: id } })}
                >
                  {texts.contactFiles.short}
                </DownloadButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {!types.isPending && <AddAudience />}
    </section>
  );
}
