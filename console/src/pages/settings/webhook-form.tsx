import { Checkbox } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Webhook } from '../../../../client/src/index.ts';
import { FormModal } from '../../app/form-modal.tsx';
import { useTyped } from '../../app/typed-fields.tsx';
import { api } from '../../data/client.ts';
import { webhooks as stored } from '../../data/lists.ts';
import { fieldProblems } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './settings.module.css';

/** Events to choose from. */
type EventType = Webhook['events'][number];

/** Characters of an address; the contract's limit. */
const URL_MAX = 2048;

/** A new webhook, or another address and other events of one. */
export function WebhookForm({
  webhook,
  isOpen,
  close,
  made,
}: {
  /** Null for a new one. */
  webhook: Webhook | null;
  isOpen: boolean;
  close: () => void;
  made?: (secret: string) => void;
}) {
  const texts = useTexts();
  const { webhooks } = texts;
  const [events, setEvents] = useState<string[]>(webhook?.events ?? []);
  const [isBatch, setBatch] = useState(webhook?.batch === 1);
  const save = useMutation({
    mutationFn: async (): Promise<string | null> => {
      const input = { url: typed.url, events: events as EventType[], batch: isBatch };
      if (webhook) {
        await api.webhookUpdate({ id: webhook.id, ...input });
        return null;
      }
      return (await api.webhookSave(input, { idempotencyKey: crypto.randomUUID() })).secret;
    },
    onSuccess: async (secret) => {
      if (secret !== null) {
        clear();
        setEvents([]);
        setBatch(false);
        made?.(secret);
      }
      close();
      await queries.invalidateQueries({ queryKey: stored.queryKey });
    },
  });
  const problems = fieldProblems(save.error);
  const { typed, field, clear } = useTyped({ url: webhook?.url ?? '' }, problems);
  return (
    <FormModal
      isOpen={isOpen}
      close={close}
      title={webhook ? webhooks.change : webhooks.add}
      submit={webhook ? texts.save : webhooks.add}
      mutation={save}
    >
      {field({
        'aria-required': true,
        name: 'url',
        label: webhooks.url,
        description: webhooks.urlHint,
        type: 'url',
        maxLength: URL_MAX,
      })}
      <Checkbox.Group
        label={webhooks.eventsLabel}
        value={events}
        onChange={setEvents}
        error={problems['events']}
        classNames={{ root: styles.events! }}
      >
        <div>
          {(Object.keys(webhooks.events) as EventType[]).map((type) => (
            <Checkbox key={type} value={type} label={webhooks.events[type]} description={type} />
          ))}
        </div>
      </Checkbox.Group>
      <Checkbox
        label={webhooks.batch}
        description={webhooks.batchHint}
        checked={isBatch}
        onChange={(event) => setBatch(event.currentTarget.checked)}
      />
    </FormModal>
  );
}
