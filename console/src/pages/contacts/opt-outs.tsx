import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Unread, Waiting } from '../../app/page.tsx';
import rows from '../../app/rows.module.css';
import { api } from '../../data/client.ts';
import { useTexts } from '../../texts/texts.ts';

/** Whether an address gets mails, and if not, why. */
export function OptOuts({ email }: { email: string }) {
  const { optOuts, contactsPage } = useTexts();
  const found = useQuery({
    queryKey: ['opt-outs', email],
    queryFn: async ({ signal }) => {
      const [unsubscribed, suppressed] = await Promise.all([
        api.globalUnsubscribeList({ email, limit: 1 }, { signal }),
        api.suppressionList({ email, limit: 1 }, { signal }),
      ]);
      return [
        ...unsubscribed.map(() => contactsPage.unsubscribed),
        ...suppressed.map(({ reason }) => `${contactsPage.suppressed}: ${optOuts.reasons[reason]}`),
      ];
    },
  });
  return (
    <section className="card" aria-labelledby="subscription">
      <h2 id="subscription">{contactsPage.subscription}</h2>
      {found.isPending && <Waiting rows={1} />}
      {found.isError && <Unread error={found.error} retry={() => void found.refetch()} />}
      {found.data?.length === 0 && (
        <Badge variant="light" className={rows.good}>
          {contactsPage.subscribed}
        </Badge>
      )}
      {found.data && found.data.length > 0 && (
        <>
          <ul>
            {found.data.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
          <Link to="/settings">{contactsPage.toOptOuts}</Link>
        </>
      )}
    </section>
  );
}
