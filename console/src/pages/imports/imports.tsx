import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { AddAudience } from '../../app/add-audience.tsx';
import { Page, Unread, Waiting } from '../../app/page.tsx';
import { contactTypes } from '../../data/lists.ts';
import { useTexts } from '../../texts/texts.ts';
import { ImportForm } from './import-form.tsx';
import { ImportList } from './import-list.tsx';

export function Imports() {
  const { contactsPage, importsPage, moveTexts } = useTexts();
  const types = useQuery(contactTypes);
  const [first] = types.data ?? [];
  return (
    <Page title={importsPage.pageTitle}>
      <p>
        <Link to="/contacts">{contactsPage.back}</Link>
      </p>
      {types.isPending && <Waiting rows={6} />}
      {types.isError && <Unread error={types.error} retry={() => void types.refetch()} />}
      {types.data && !first && (
        <section className="card" aria-labelledby="audience-first">
          <h2 id="audience-first">{importsPage.noAudience}</h2>
          <p className="soft">{importsPage.noAudienceHint}</p>
          <AddAudience />
        </section>
      )}
      <section className="card" aria-labelledby="moves">
        <h2 id="moves">{moveTexts.title}</h2>
        <p className="soft">{moveTexts.linkHint}</p>
        <p>
          <Link to="/contacts/moves">{moveTexts.link}</Link>
        </p>
      </section>
      {first && <ImportForm firstAudience={String(first.id)} />}
      <ImportList />
    </Page>
  );
}
