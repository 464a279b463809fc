import { Checkbox } from '@mantine/core';
import type { Webhook } from '../../../../client/src/index.ts';
import { FormModal } from '../../app/form-modal.tsx';
import { useForm } from '../../app/use-form.ts';
import { formDraft } from '../../app/use-kept-draft.ts';
import { api } from '../../data/client.ts';
import { webhooks as stored } from '../../data/lists.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './settings.module.css';

/** Events to choose from. */
type EventType = Webhook['events'][number];

interface WebhookDraft {
  readonly url: string;
  /** Event types, as texts of checkboxes. */
  readonly events: readonly string[];
  readonly batch: boolean;
}

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
  const { values, put, problems, field, modal } = useForm<WebhookDraft, string | null>({
    draft: formDraft('webhook', webhook?.id),
    title: webhook ? webhooks.change : webhooks.add,
    initial: {
      url: webhook?.url ?? '',
      events: webhook?.events ?? [],
      batch: webhook?.batch === 1,
    },
    isOpen,
    isNew: webhook === null,
    save: async (sending) => {
      const input = { ...sending, events: sending.events as EventType[] };
      if (webhook) {
        await api.webhookUpdate({ id: webhook.id, ...input });
        return null;
      }
      return (await api.webhookSave(input, { idempotencyKey: crypto.randomUUID() })).secret;
    },
    saved: async (secret) => {
      if (secret !== null) made?.(secret);
      close();
      await queries.invalidateQueries({ queryKey: stored.queryKey });
    },
  });
  return (
    <FormModal {...modal} close={close} submit={webhook ? texts.save : webhooks.add}>
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
        value={[...values.events]}
        onChange={(events) => put({ events })}
        error={problems['events']}
      >
        <div className={styles.events}>
          {(Object.keys(webhooks.events) as EventType[]).map((type) => (
            <Checkbox key={type} value={type} label={webhooks.events[type]} description={type} />
          ))}
        </div>
      </Checkbox.Group>
      <Checkbox
        label={webhooks.batch}
        description={webhooks.batchHint}
        checked={values.batch}
        onChange={(event) => put({ batch: event.currentTarget.checked })}
      />
    </FormModal>
  );
}
