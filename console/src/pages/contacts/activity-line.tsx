import { Anchor, Switch, Timeline } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats } from '../../app/formats.ts';
import { Unread, Waiting } from '../../app/page.tsx';
import { api } from '../../data/client.ts';
import { useSubjectWords } from '../../data/field-names.ts';
import { useTexts } from '../../texts/texts.ts';
import { SentMail } from './sent-mail.tsx';

/** Newest first, in the order of the answer. */
export function ActivityLine({ id }: { id: number }) {
  const { contactsPage, personPlaces, sentMail } = useTexts();
  const [open, setOpen] = useState<string | null>(null);
  const { dateTime } = useFormats();
  const subjectWords = useSubjectWords();
  const activity = useQuery({
    queryKey: ['contact-activity', id],
    queryFn: ({ signal }) => api.contactActivity({ id }, { signal }),
  });
  const [hasMachines, setMachines] = useState(false);
  const all = activity.data ?? [];
  const people = all.filter(({ kind }) => kind !== 'machine_opened' && kind !== 'machine_clicked');
  const shown = hasMachines ? all : people;
  return (
    <section className="card" aria-labelledby="activity">
      <h2 id="activity">{contactsPage.activity}</h2>
      {activity.isPending && <Waiting rows={5} />}
      {activity.isError && <Unread error={activity.error} retry={() => void activity.refetch()} />}
      {activity.data && shown.length === 0 && <p className="soft">{contactsPage.noActivity}</p>}
      {people.length < all.length && (
        <Switch
          mt="sm"
          label={personPlaces.machines}
          checked={hasMachines}
          onChange={({ currentTarget }) => setMachines(currentTarget.checked)}
        />
      )}
      {shown.length > 0 && (
        <Timeline bulletSize={14} lineWidth={2} mt="md">
          {shown.map(({ at, kind, utr, subject, detail }, index) => (
            <Timeline.Item key={`${at} ${kind} ${index}`} title={contactsPage.kinds[kind]}>
              {subject !== null && utr !== null && (
                <Anchor
                  component="button"
                  type="button"
                  display="block"
                  ta="start"
                  aria-label={sentMail.open(subjectWords(subject))}
                  onClick={() => setOpen(utr)}
                >
                  {subjectWords(subject)}
                </Anchor>
              )}
              {detail !== null && <div className="soft">{detail}</div>}
              <time className="soft" dateTime={at}>
                {dateTime(at)}
              </time>
            </Timeline.Item>
          ))}
        </Timeline>
      )}
      {open !== null && <SentMail contact={id} utr={open} close={() => setOpen(null)} />}
    </section>
  );
}
