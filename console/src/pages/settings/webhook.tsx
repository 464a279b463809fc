import { Badge, Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Webhook, WebhookTest } from '../../../../client/src/index.ts';
import { AskedButton } from '../../app/ask-first.tsx';
import { useFormats } from '../../app/formats.ts';
import { Empty, Page, Unread, Waiting } from '../../app/page.tsx';
import { noteProblem } from '../../app/problem-note.ts';
import rows from '../../app/rows.module.css';
import { api } from '../../data/client.ts';
import { webhooks as stored } from '../../data/lists.ts';
import { callWords } from '../../data/own-failures.ts';
import { useTexts } from '../../texts/texts.ts';
import { Attempts } from './attempts.tsx';
import styles from './settings.module.css';
import { ShownOnce } from './shown-once.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { webhookState } from './webhooks.tsx';

/** One webhook: whether its calls arrive, what it is told, its secret, and its calls. */
export function WebhookPage() {
  const { id } = useParams({ from: '/settings/webhooks/$id' });
  const { webhooks } = useTexts();
  const list = useQuery({ ...stored, refetchInterval: 5000 });
  const webhook = list.data?.find((one) => String(one.id) === id);
  return (
    <Page title={webhooks.one}>
      <p>
        <Link to="/settings/access">{webhooks.back}</Link>
      </p>
      {list.isPending && <Waiting rows={5} />}
      {list.isError && <Unread error={list.error} retry={() => void list.refetch()} />}
      {list.data && !webhook && <Empty title={webhooks.gone} hint={webhooks.goneHint} />}
      {webhook && (
        <>
          <Standing webhook={webhook} />
          <Attempts webhook={webhook} />
        </>
      )}
    </Page>
  );
}

function Standing({ webhook }: { webhook: Webhook }) {
  const texts = useTexts();
  const { webhooks } = texts;
  const { dateTime } = useFormats();
  const [isChanging, { open, close }] = useDisclosure();
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = useMutation({
    mutationFn: () => api.webhookRotate({ id: webhook.id }),
    onSuccess: (made) => setSecret(made.secret),
    onError: (error) => noteProblem(error, texts),
  });
  const test = useMutation({
    mutationFn: () => api.webhookTest({ id: webhook.id }),
    onError: (error) => noteProblem(error, texts),
  });
  const state = webhookState(webhook);
  return (
    <section className="card" aria-labelledby="standing">
      <WebhookForm key={webhook.updated_at} webhook={webhook} isOpen={isChanging} close={close} />
      <ShownOnce
        title={webhooks.rotatedTitle}
        secrets={secret === null ? null : [{ name: webhooks.secret, value: secret }]}
        close={() => setSecret(null)}
      />
      <div className="head">
        <h2 id="standing">{webhooks.standing}</h2>
        <Badge className={state === 'working' ? rows.good! : rows.open!} variant="light">
          {webhooks.states[state]}
        </Badge>
      </div>
      {webhook.failing_since !== null && (
        <p role="alert">
          {webhooks.failing(dateTime(webhook.failing_since), callWords(webhook.last_failure ?? '', texts))}
          {state === 'off' && ` ${webhooks.offHint}`}
        </p>
      )}
      <dl className={styles.facts}>
        <dt>{webhooks.url}</dt>
        <dd>
          <code>{webhook.url}</code>
        </dd>
        <dt>{webhooks.eventsLabel}</dt>
        <dd>{webhook.events.map((type) => webhooks.events[type]).join(', ')}</dd>
        <dt>{webhooks.perCall}</dt>
        <dd>{webhook.batch === 1 ? webhooks.many : webhooks.single}</dd>
      </dl>
      <Group>
        <Button variant="default" onClick={open}>
          {webhooks.change}
        </Button>
        <AskedButton
          name={webhooks.rotate}
          title={webhooks.rotateTitle}
          hint={webhooks.rotateHint}
          yes={webhooks.rotate}
          no={texts.campaignsPage.compose.notYet}
          isPending={rotate.isPending}
          run={() => rotate.mutate()}
        />
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          {webhooks.test}
        </Button>
      </Group>
      {test.data && <Tested of={test.data} />}
    </section>
  );
}

function Tested({ of: { status, failure, took_ms, answer } }: { of: WebhookTest }) {
  const texts = useTexts();
  const { webhooks } = texts;
  const { number } = useFormats();
  return (
    <div role="status">
      <p>
        {failure === null
          ? webhooks.tested(status ?? 0, number(took_ms))
          : webhooks.testFailed(callWords(failure, texts))}
      </p>
      {answer !== '' && (
        <>
          <p className="soft">{webhooks.testAnswer}</p>
          <pre>{answer}</pre>
        </>
      )}
    </div>
  );
}
