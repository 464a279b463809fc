import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { AddLine } from '../../app/add-line.tsx';
import { download } from '../../app/download.ts';
import { DownloadButton } from '../../app/download-button.tsx';
import { Unread, Waiting } from '../../app/page.tsx';
import { api } from '../../data/client.ts';
import { contactTypes } from '../../data/lists.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './audience-list.module.css';

/** Audiences are contact types in the API. */
export function AudienceList() {
  const texts = useTexts();
  const { contactsPage } = texts;
  const types = useQuery(contactTypes);
  const add = async (name: string): Promise<void> => {
    await api.contactTypeAdd({ name }, { idempotencyKey: crypto.randomUUID() });
    notifications.show({ message: contactsPage.audienceMade(name) });
    await queries.invalidateQueries({ queryKey: contactTypes.queryKey });
  };
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
      <AddLine
        label={contactsPage.audienceName}
        hint={contactsPage.audienceHint}
        button={contactsPage.addAudience}
        input="name"
        add={add}
      />
    </section>
  );
}
