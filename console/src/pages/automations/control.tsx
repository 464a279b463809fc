import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../../app/use-change.ts';
import { type Automation, automationStateOf, progressQuery } from '../../data/automations.ts';
import { api } from '../../data/client.ts';
import { useTexts } from '../../texts/texts.ts';

/** Holds that end when the automation is turned on again. Others end with a change, or automatically. */
const ENDED: ReadonlySet<string> = new Set(['refused', 'too_many_bounces', 'too_many_complaints']);

export function AutomationControl({ automation }: { automation: Automation }) {
  const { automationsPage: texts } = useTexts();
  const { utr, status } = automation;
  const progress = useQuery(progressQuery(utr, status === 1));
  const state = automationStateOf(automation);
  const setLive = useChange(() => api.automationSetLive({ utr }), texts.wentLive);
  const pause = useChange(() => api.automationPause({ utr }), texts.paused);
  const isStopped =
    state === 'held' ||
    progress.data?.emails.some(({ hold_reason }) => hold_reason !== null && ENDED.has(hold_reason));
  const hasEmails = (progress.data?.emails.length ?? 0) > 0;
  return (
    <>
      {status === 1 && (
        <Button variant="default" loading={pause.isPending} onClick={() => pause.mutate()}>
          {texts.pause}
        </Button>
      )}
      {(status === 0 || isStopped) && (
        <Button
          disabled={!hasEmails && state === 'draft'}
          loading={setLive.isPending}
          onClick={() => setLive.mutate()}
        >
          {state === 'draft' ? texts.goLive : texts.goOn}
        </Button>
      )}
    </>
  );
}
