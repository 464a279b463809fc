import { Badge, Button, Group } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Webhook, WebhookAttempt } from '../../../../client/src/index.ts';
import { dotted } from '../../app/dotted.ts';
import { useFormats } from '../../app/formats.ts';
import { notifications } from '../../app/notes.tsx';
import { Unread, Waiting } from '../../app/page.tsx';
import { noteProblem } from '../../app/problem-note.ts';
import rows from '../../app/rows.module.css';
import { Select } from '../../app/select.tsx';
import { api } from '../../data/client.ts';
import { webhooks as stored } from '../../data/lists.ts';
import { callWords } from '../../data/own-failures.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import { SentCall } from './sent-call.tsx';

/** Calls that are shown, and milliseconds after which they are asked for again. */
const [SHOWN, EVERY_MS] = [50, 3000];

/** Hours whose events can be sent again; events are kept for seven days. `missed`: all events that were not accepted. */
const SPANS = ['missed', '1', '24', '168'] as const;
type Span = (typeof SPANS)[number];

/** The latest calls of a webhook, the newest first, with a form to send events again. */
export function Attempts({ webhook: { id } }: { webhook: Webhook }) {
  const { webhooks } = useTexts();
  const list = useQuery({
    queryKey: ['webhook-attempts', id],
    queryFn: ({ signal }) => api.webhookAttemptList({ id, last: SHOWN }, { signal }),
    refetchInterval: EVERY_MS,
  });
  return (
    <section className="card" aria-labelledby="attempts">
      <h2 id="attempts">{webhooks.attempts}</h2>
      <p className="soft">{webhooks.attemptsHint(SHOWN)}</p>
      <Redeliver id={id} />
      {list.isPending && <Waiting rows={4} />}
      {list.isError && <Unread error={list.error} retry={() => void list.refetch()} />}
      {list.data?.length === 0 && <p>{webhooks.noAttempts}</p>}
      {list.data && list.data.length > 0 && <Calls of={list.data.toReversed()} webhook={id} />}
    </section>
  );
}

function Redeliver({ id }: { id: number }) {
  const texts = useTexts();
  const { webhooks } = texts;
  const [span, setSpan] = useState<Span>('missed');
  const redeliver = useMutation({
    mutationFn: () => {
      const from = new Date(Date.now() - Number(span) * 3600_000);
      return api.webhookRedeliver({ id, ...(span !== 'missed' && { from: from.toISOString() }) });
    },
    onSuccess: async () => {
      notifications.show({ message: webhooks.redelivering });
      await queries.invalidateQueries({ queryKey: stored.queryKey });
    },
    onError: (error) => noteProblem(error, texts),
  });
  return (
    <Group align="flex-end" mb="md">
      <Select
        label={webhooks.redeliverWhat}
        data={SPANS.map((value) => ({ value, label: webhooks.spans[value] }))}
        value={span}
        onChange={(chosen) => chosen !== null && setSpan(chosen)}
        allowDeselect={false}
        flex="1 1 14rem"
        maw="22rem"
      />
      <Button variant="default" loading={redeliver.isPending} onClick={() => redeliver.mutate()}>
        {webhooks.redeliver}
      </Button>
    </Group>
  );
}

function Calls({ of, webhook }: { of: readonly WebhookAttempt[]; webhook: number }) {
  const texts = useTexts();
  const { webhooks } = texts;
  const { dateTime, number } = useFormats();
  return (
    <ul className={rows.rows}>
      {of.map(({ id, created_at, types, events, status, failure, took_ms }) => (
        <li key={id}>
          <div>
            <strong>{types.map((type) => webhooks.events[type]).join(', ')}</strong>
            <div className="soft">
              {dotted(
                dateTime(created_at),
                events > 1 && webhooks.count(events),
                `${number(took_ms)}\u00a0ms`,
              )}
            </div>
          </div>
          {failure === null ? (
            <Badge className={rows.good} variant="light">
              {webhooks.taken(status ?? 0)}
            </Badge>
          ) : (
            <span className="bad">{callWords(failure, texts)}</span>
          )}
          <SentCall id={id} webhook={webhook} at={dateTime(created_at)} />
        </li>
      ))}
    </ul>
  );
}
