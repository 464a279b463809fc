import { Button, Group } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Webhook, WebhookAttempt } from '../../../../client/src/index.ts';
import { useFormats } from '../../app/formats.ts';
import { notifications } from '../../app/notes.tsx';
import { Unread, Waiting } from '../../app/page.tsx';
import { noteProblem } from '../../app/problem-note.ts';
import { Select } from '../../app/select.tsx';
import { StackedTable } from '../../app/stacked-table.tsx';
import { api } from '../../data/client.ts';
import { webhooks as stored } from '../../data/lists.ts';
import { callWords } from '../../data/own-failures.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';

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
      {list.data && list.data.length > 0 && <Calls of={list.data.toReversed()} />}
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

function Calls({ of }: { of: readonly WebhookAttempt[] }) {
  const texts = useTexts();
  const { webhooks } = texts;
  const { dateTime, number } = useFormats();
  const { column } = webhooks;
  return (
    <div className="table" tabIndex={0} role="region" aria-label={webhooks.callsTable}>
      <StackedTable
        columns={[column.at, column.events, column.answer, column.took]}
        rows={of.map(({ id, created_at, types, events, status, failure, took_ms }) => ({
          key: id,
          cells: [
            { shown: dateTime(created_at), className: 'plain' },
            {
              shown: (
                <div>
                  {types.map((type) => webhooks.events[type]).join(', ')}
                  {events > 1 && <div className="soft">{webhooks.count(events)}</div>}
                </div>
              ),
            },
            { shown: failure === null ? webhooks.taken(status ?? 0) : callWords(failure, texts) },
            { shown: `${number(took_ms)} ms`, className: 'plain' },
          ],
        }))}
      />
    </div>
  );
}
