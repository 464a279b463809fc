import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormats } from '../../app/formats.ts';
import { Unread, Waiting } from '../../app/page.tsx';
import rows from '../../app/rows.module.css';
import { api } from '../../data/client.ts';
import { useTexts } from '../../texts/texts.ts';

interface PersonPlacesProps {
  /** The contact whose page it is. */
  readonly contact: number;
}

/** The segments, other audiences and automations of a person. */
export function PersonPlaces({ contact }: PersonPlacesProps) {
  const { personPlaces, segmentsPage, automationsPage } = useTexts();
  const { date } = useFormats();
  const found = useQuery({
    queryKey: ['contact-places', contact],
    queryFn: ({ signal }) => api.contactPlaces({ id: contact }, { signal }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return (
    <section className="card" aria-labelledby="places">
      <h2 id="places">{personPlaces.title}</h2>
      {found.isPending && <Waiting rows={3} />}
      {found.isError && <Unread error={found.error} retry={() => void found.refetch()} />}
      {found.data && (
        <>
          <Places title={segmentsPage.title} none={personPlaces.noSegments}>
            {found.data.segments.map(({ segment_id: id, segment_name }) => (
              <li key={id}>
                <Link to="/segments/$id" params={{ id: String(id) }}>
                  {segment_name}
                </Link>
              </li>
            ))}
          </Places>
          <Places title={personPlaces.audiences} none={personPlaces.noAudiences}>
            {found.data.contacts.map(({ contact_id: id, contact_type }) => (
              <li key={id}>
                <Link to="/contacts/$id" params={{ id: String(id) }}>
                  {contact_type}
                </Link>
              </li>
            ))}
          </Places>
          <Places title={automationsPage.title} none={personPlaces.noAutomations}>
            {found.data.automations.map(({ utr, automation_name, email: enrolled, state, entered_at }) => (
              <li key={`${utr} ${enrolled}`}>
                <div>
                  <Link to="/automations/$utr/person" params={{ utr }} search={{ email: enrolled }}>
                    {automation_name}
                  </Link>
                  <div className="soft">{automationsPage.person.started(date(entered_at))}</div>
                </div>
                <span>{automationsPage.person.states[state]}</span>
              </li>
            ))}
          </Places>
        </>
      )}
    </section>
  );
}

function Places({
  title,
  none,
  children,
}: {
  readonly title: string;
  readonly none: string;
  readonly children: readonly ReactNode[];
}) {
  return (
    <>
      <h3>{title}</h3>
      {children.length === 0 ? <p className="soft">{none}</p> : <ul className={rows.rows}>{children}</ul>}
    </>
  );
}
