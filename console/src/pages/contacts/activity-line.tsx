import { Timeline } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../../app/formats.ts';
import { Unread, Waiting } from '../../app/page.tsx';
import { api } from '../../data/client.ts';
import { useTexts } from '../../texts/texts.ts';

/** Newest first, in the order of the answer. */
export function ActivityLine({ id }: { id: number }) {
  const { contactsPage } = useTexts();
  const { dateTime } = useFormats();
  const activity = useQuery({
    queryKey: ['contact-activity', id],
    queryFn: ({ signal }) => api.contactActivity({ id }, { signal }),
  });
  return (
    <section className="card" aria-labelledby="activity">
      <h2 id="activity">{contactsPage.activity}</h2>
      {activity.isPending && <Waiting rows={5} />}
      {activity.isError && <Unread error={activity.error} retry={() => void activity.refetch()} />}
      {activity.data?.length === 0 && <p className="soft">{contactsPage.noActivity}</p>}
      {activity.data && activity.data.length > 0 && (
        <Timeline bulletSize={14} lineWidth={2} mt="md">
          {activity.data.map(({ at, kind, subject, detail }, index) => (
            <Timeline.Item key={`${at} ${kind} ${index}`} title={contactsPage.kinds[kind]}>
              {subject !== null && <div>{subject}</div>}
              {detail !== null && <div className="soft">{detail}</div>}
              <time className="soft" dateTime={at}>
                {dateTime(at)}
              </time>
            </Timeline.Item>
          ))}
        </Timeline>
      )}
    </section>
  );
}
