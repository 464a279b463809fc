import { Badge, Button, Group } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Unread, Waiting } from '../../app/page.tsx';
import { noteProblem } from '../../app/problem-note.ts';
import rows from '../../app/rows.module.css';
import { api } from '../../data/client.ts';
import { unsubscribeGroups } from '../../data/lists.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';

/** All mails, or one subscription type. `optOut`: the id of the entry by which the person has left it. */
interface Subscription {
  readonly group: { readonly id: number; readonly name: string } | null;
  readonly optOut: number | null;
}

async function readSubscriptions(email: string, signal: AbortSignal) {
  const options = { signal };
  const [all, suppressed, groups] = await Promise.all([
    api.globalUnsubscribeList({ email, limit: 1 }, options),
    api.suppressionList({ email, limit: 1 }, options),
    queries.fetchQuery(unsubscribeGroups),
  ]);
  const left = await Promise.all(
    groups.map(({ id }) => api.groupRecipientList({ groupId: id, email, limit: 1 }, options)),
  );
  return {
    suppressed,
    // A suspected address is still mailed.
    isSuppressed: suppressed.some(({ state }) => state !== 'suspected'),
    all: { group: null, optOut: all[0]?.id ?? null } satisfies Subscription,
    groups: groups.map(
      ({ id, group_name: name }, at): Subscription => ({
        group: { id, name },
        optOut: left[at]?.[0]?.id ?? null,
      }),
    ),
  };
}

/** The subscriptions of a person, and why an address gets no emails. Each can be left and joined for the person. */
export function OptOuts({ email }: { email: string }) {
  const { optOuts, contactsPage, pair } = useTexts();
  const found = useQuery({
    queryKey: ['opt-outs', email],
    queryFn: ({ signal }) => readSubscriptions(email, signal),
  });
  const { data } = found;
  return (
    <section className="card" aria-labelledby="subscription">
      <h2 id="subscription">{contactsPage.subscription}</h2>
      {found.isPending && <Waiting rows={2} />}
      {found.isError && <Unread error={found.error} retry={() => void found.refetch()} />}
      {data && (
        <>
          {data.suppressed.map(({ id, reason, state }) => (
            <p key={id}>
              {state === 'suspected'
                ? optOuts.suspected
                : pair(contactsPage.suppressed, optOuts.reasons[reason])}
              . <Link to="/settings">{contactsPage.toOptOuts}</Link>
            </p>
          ))}
          <ul className={rows.rows}>
            <SubscriptionRow email={email} of={data.all} isOff={data.isSuppressed} />
            {data.groups.map((one) => (
              <SubscriptionRow
                key={one.group?.id}
                email={email}
                of={one}
                isOff={data.isSuppressed || data.all.optOut !== null}
              />
            ))}
          </ul>
          <p className="soft">{contactsPage.resubscribeHint}</p>
        </>
      )}
    </section>
  );
}

interface SubscriptionRowProps {
  readonly email: string;
  readonly of: Subscription;
  /** The person gets no emails, whatever this entry is. */
  readonly isOff: boolean;
}

function SubscriptionRow({ email, of: { group, optOut }, isOff }: SubscriptionRowProps) {
  const texts = useTexts();
  const { contactsPage } = texts;
  const name = group?.name ?? contactsPage.allMails;
  const change = useMutation({
    mutationFn: (): Promise<unknown> => {
      if (optOut !== null)
        return group ? api.groupRecipientDelete({ id: optOut }) : api.globalUnsubscribeDelete({ id: optOut });
      const made = { idempotencyKey: crypto.randomUUID() };
      return group
        ? api.groupRecipientAdd({ unsubscribe_groups_id: group.id, email_address: email }, made)
        : api.globalUnsubscribeSave({ email_address: email }, made);
    },
    onError: (error) => noteProblem(error, texts),
    onSettled: () =>
      Promise.all(
        ['opt-outs', 'contact-activity', 'unsubscribers', ...unsubscribeGroups.queryKey].map((key) =>
          queries.invalidateQueries({ queryKey: [key] }),
        ),
      ),
  });
  const act = optOut === null ? contactsPage.leave : contactsPage.join;
  return (
    <li>
      <strong>{name}</strong>
      <Group>
        {optOut !== null ? (
          <Badge variant="light" className={rows.open}>
            {contactsPage.left}
          </Badge>
        ) : (
          !isOff && (
            <Badge variant="light" className={rows.good}>
              {contactsPage.subscribed}
            </Badge>
          )
        )}
        <Button
          variant="default"
          size="compact-md"
          aria-label={`${act}: ${name}`}
          loading={change.isPending}
          onClick={() => change.mutate()}
        >
          {act}
        </Button>
      </Group>
    </li>
  );
}
