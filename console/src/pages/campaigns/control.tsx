import { Button, Modal, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../app/use-change.ts';
import { type Campaign, campaignStateOf } from '../../data/campaigns.ts';
import { api } from '../../data/client.ts';
import { useTexts } from '../../texts/texts.ts';
import { backToDraft } from './back-to-draft.ts';
import { useTakeBack } from './take-back.tsx';

/** Holds that end when a person resumes the campaign. Others end with a change, or automatically. */
const RESUMED = ['restored', 'closed', 'failed'];

export function CampaignControl({ campaign }: { campaign: Campaign }) {
  const { campaignsPage } = useTexts();
  const { control: texts } = campaignsPage;
  const { utr, status, hold_reason, bounces, cancelled, starts_in } = campaign;
  const state = campaignStateOf(campaign);
  const pause = useChange(() => api.singleSendPause({ utr }), texts.paused);
  const resume = useChange(() => api.singleSendResume({ utr }), texts.resumed);
  const cancel = useChange(() => api.singleSendCancel({ utr }), texts.cancelled);
  const retry = useChange(() => api.singleSendRetry({ utr }), texts.retried);
  const unschedule = useChange(() => backToDraft(utr), texts.unscheduled);
  const takeBack = useTakeBack(utr);
  const canResume = state === 'paused' || (hold_reason !== null && RESUMED.includes(hold_reason));
  return (
    <>
      {state === 'running' && (
        <Button variant="default" loading={pause.isPending} onClick={() => pause.mutate()}>
          {texts.pause}
        </Button>
      )}
      {canResume && (
        <Button loading={resume.isPending} onClick={() => resume.mutate()}>
          {texts.resume}
        </Button>
      )}
      {status === 0 && (
        <Button
          component={Link}
          to={`/campaigns/${utr}/edit`}
          variant={state === 'draft' ? 'filled' : 'default'}
        >
          {campaignsPage.edit}
        </Button>
      )}
      {status === 1 &&
        (starts_in > 0 ? (
          <Button loading={takeBack.isPending} onClick={() => takeBack.mutate()}>
            {campaignsPage.compose.takeBack}
          </Button>
        ) : (
          <Button variant="default" loading={unschedule.isPending} onClick={() => unschedule.mutate()}>
            {texts.unschedule}
          </Button>
        ))}
      {status === 2 && (
        <Confirmed
          name={texts.cancel}
          title={texts.cancelTitle}
          hint={texts.cancelHint}
          yes={texts.cancelYes}
          no={texts.cancelNo}
          run={() => cancel.mutate()}
        />
      )}
      {status === 3 && !cancelled && bounces > 0 && (
        <Confirmed
          name={texts.retry}
          title={texts.retryTitle}
          hint={texts.retryHint(bounces)}
          yes={texts.retryYes}
          no={texts.retryNo}
          run={() => retry.mutate()}
        />
      )}
    </>
  );
}

interface ControlQuestion {
  readonly name: string;
  readonly title: string;
  readonly hint: string;
  readonly yes: string;
  readonly no: string;
  readonly run: () => void;
}

/** Asks before an action that cannot be undone. */
function Confirmed({ name, title, hint, yes, no, run }: ControlQuestion) {
  const texts = useTexts();
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {name}
      </Button>
      <Modal opened={isOpen} onClose={close} title={title} closeButtonProps={{ 'aria-label': texts.close }}>
        <Stack>
          <p>{hint}</p>
          <Button
            onClick={() => {
              close();
              run();
            }}
          >
            {yes}
          </Button>
          <Button variant="default" onClick={close}>
            {no}
          </Button>
        </Stack>
      </Modal>
    </>
  );
}
