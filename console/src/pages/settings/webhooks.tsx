import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Webhook } from '../../../../client/src/index.ts';
import { LinkButton } from '../../app/link-button.tsx';
import { RecordSection } from '../../app/record-section.tsx';
import { useAddressedDialog } from '../../app/use-addressed-dialog.ts';
import { formDraft, useForgetDrafts } from '../../app/use-kept-draft.ts';
import { api } from '../../data/client.ts';
import { webhooks as stored } from '../../data/lists.ts';
import { useTexts } from '../../texts/texts.ts';
import { ShownOnce } from './shown-once.tsx';
import { WebhookForm } from './webhook-form.tsx';

/** Whether its calls arrive. */
export const webhookState = ({ is_enabled, failing_since }: Webhook): 'off' | 'failing' | 'working' =>
  is_enabled === 0 ? 'off' : failing_since === null ? 'working' : 'failing';

export function Webhooks() {
  const texts = useTexts();
  const { webhooks } = texts;
  const list = useQuery(stored);
  const forget = useForgetDrafts();
  const [isAdding, { open, close }] = useAddressedDialog('add-webhook');
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <RecordSection
      id="webhooks"
      title={webhooks.title}
      hint={webhooks.hint}
      none={webhooks.none}
      action={
        <Button variant="default" onClick={open}>
          {webhooks.add}
        </Button>
      }
      read={list}
      rowOf={(webhook) => {
        const state = webhookState(webhook);
        return {
          name: webhook.url,
          detail: webhook.events.map((type) => webhooks.events[type]).join(', '),
          badge: state === 'working' ? null : webhooks.states[state],
          more: (
            <LinkButton
              to="/settings/webhooks/$id"
              params={{ id: String(webhook.id) }}
              variant="default"
              size="compact-md"
              aria-label={`${webhooks.open}: ${webhook.url}`}
            >
              {webhooks.open}
            </LinkButton>
          ),
        };
      }}
      removal={({ id, url }) => ({
        label: texts.remove,
        said: webhooks.deleted(url),
        change: () => api.webhookDelete({ id }).then(() => forget(formDraft('webhook', id))),
      })}
    >
      <WebhookForm webhook={null} isOpen={isAdding} close={close} made={setSecret} />
      <ShownOnce
        title={webhooks.madeTitle}
        secrets={secret === null ? null : [{ name: webhooks.secret, value: secret }]}
        close={() => setSecret(null)}
      />
    </RecordSection>
  );
}
