import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WebhookAttempt } from '../../../../client/src/index.ts';
import { CopyButton } from '../../app/copy-button.tsx';
import { momentOf } from '../../app/formats.ts';
import { Unread, Waiting } from '../../app/page.tsx';
import rows from '../../app/rows.module.css';
import { api } from '../../data/client.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './settings.module.css';

/** The content of one call of a webhook and its answer, read when a person opens it. */
export function SentCall({ id, webhook, at }: { id: number; webhook: number; at: string }) {
  const { webhooks } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const read = useQuery({
    queryKey: ['webhook-attempts', webhook, id],
    queryFn: ({ signal }) =>
      api.webhookAttemptList({ id: webhook, after_id: id - 1, limit: 1, bodies: 1 }, { signal }),
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const call = read.data?.find((one) => one.id === id);
  return (
    <details className={rows.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary aria-label={webhooks.sentOf(at)}>{webhooks.sent}</summary>
      {read.isPending && isOpen && <Waiting rows={3} />}
      {read.isError && <Unread error={read.error} retry={() => void read.refetch()} />}
      {read.data && !call?.body && <p>{webhooks.notKept}</p>}
      {call?.body && <Content call={call} body={call.body} />}
    </details>
  );
}

/** Undefined: the text is no JSON. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const indented = (text: string): string => {
  const value = valueOf(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
};

/** How many events of a call are stored. */
const storedEvents = (body: string): number => {
  const { data } = (valueOf(body) ?? {}) as { data?: unknown };
  return Array.isArray(data) ? data.length : 1;
};

function Content({ call, body }: { call: WebhookAttempt; body: string }) {
  const { webhooks } = useTexts();
  const { message_id, created_at, events, status, answer } = call;
  const stored = storedEvents(body);
  const headers = [
    'content-type: application/json',
    `webhook-id: ${message_id}`,
    `webhook-timestamp: ${Math.floor(momentOf(created_at).getTime() / 1000)}`,
  ].join('\n');
  return (
    <>
      <pre className={styles.sent}>{headers}</pre>
      <p className="soft">{webhooks.signed}</p>
      <div className={styles.secretHead}>
        <strong>{webhooks.body}</strong>
        <CopyButton value={body} of={webhooks.body} />
      </div>
      <pre className={styles.sent}>{indented(body)}</pre>
      {stored < events && <p className="soft">{webhooks.firstEvents(stored, events)}</p>}
      <div className={styles.secretHead}>
        <strong>{status === null ? webhooks.answer : `${webhooks.answer} (${status})`}</strong>
        {answer && <CopyButton value={answer} of={webhooks.answer} />}
      </div>
      {answer ? (
        <pre className={styles.sent}>{indented(answer)}</pre>
      ) : (
        <p className="soft">{status === null ? webhooks.noAnswer : webhooks.emptyAnswer}</p>
      )}
    </>
  );
}
