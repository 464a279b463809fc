import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LASTING_REFUSALS } from '../../../../shared/lasting-refusals.ts';
import { AskedButton } from '../../app/ask-first.tsx';
import { MailButton } from '../../app/mail-button.tsx';
import { useChange } from '../../app/use-change.ts';
import { type Campaign, campaignStateOf, stillSends } from '../../data/campaigns.ts';
import { api } from '../../data/client.ts';
import { useTexts } from '../../texts/texts.ts';
import { backToDraft } from './back-to-draft.ts';
import { domainsQuery } from './details-queries.ts';
import { ChangeTime, SendNow } from './scheduled.tsx';
import { useTakeBack } from './take-back.tsx';

/** Holds that end when a person resumes the campaign. Others end with a change, or automatically. */
const RESUMED = ['restored', 'closed', 'failed'];

/** Pauses after which further emails may harm the sender's name. */
const RISKY: ReadonlySet<string> = new Set(['too_many_bounces', 'too_many_complaints']);

export function CampaignControl({ campaign }: { campaign: Campaign }) {
  const { campaignsPage } = useTexts();
  const { control: texts } = campaignsPage;
  const { utr, status, hold_reason, paused_reason, bounces, starts_in, pending } = campaign;
  const state = campaignStateOf(campaign);
  const pause = useChange(() => api.singleSendPause({ utr }), texts.paused);
  const resume = useChange(() => api.singleSendResume({ utr }), texts.resumed);
  const cancel = useChange(() => api.singleSendCancel({ utr }), texts.cancelled);
  const unschedule = useChange(() => backToDraft(utr), texts.unscheduled);
  const takeBack = useTakeBack(utr);
  const canResume =
    state === 'paused' || (state === 'held' && hold_reason !== null && RESUMED.includes(hold_reason));
  const isRisky = paused_reason !== null && RISKY.has(paused_reason);
  return (
    <>
      {state === 'running' && (
        <Button variant="default" loading={pause.isPending} onClick={() => pause.mutate()}>
          {texts.pause}
        </Button>
      )}
      {canResume &&
        (isRisky ? (
          <AskedButton
            isMail
            variant="filled"
            isPending={resume.isPending}
            name={texts.resume}
            title={texts.resumeTitle}
            hint={texts.resumeHint(pending)}
            yes={texts.resume}
            no={texts.resumeNo}
            run={() => resume.mutate()}
          />
        ) : (
          <MailButton loading={resume.isPending} onClick={() => resume.mutate()}>
            {texts.resume}
          </MailButton>
        ))}
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
          <>
            {campaign.schedule_type === 1 && (
              <>
                <ChangeTime campaign={campaign} />
                <SendNow campaign={campaign} />
              </>
            )}
            <Button variant="default" loading={unschedule.isPending} onClick={() => unschedule.mutate()}>
              {texts.unschedule}
            </Button>
          </>
        ))}
      {stillSends(campaign) && (
        <AskedButton
          isGrave
          isPending={cancel.isPending}
          name={texts.cancel}
          title={texts.cancelTitle}
          hint={texts.cancelHint}
          yes={texts.cancelYes}
          no={texts.cancelNo}
          run={() => cancel.mutate()}
        />
      )}
      {state === 'completed' && bounces > 0 && <RetryBounced utr={utr} />}
    </>
  );
}

/** Nothing where no bounced email can be retried. It has no number while the results by domain cannot be read. */
function RetryBounced({ utr }: { utr: string }) {
  const { control: texts } = useTexts().campaignsPage;
  const { data, isError } = useQuery(domainsQuery({ kind: 'campaign', utr }));
  const retry = useChange(() => api.singleSendRetry({ utr }), texts.retried);
  const count = (data ?? [])
    .flatMap(({ bounces }) => Object.entries(bounces))
    .reduce((sum, [name, rows]) => (LASTING_REFUSALS.includes(name) ? sum : sum + rows), 0);
  const isUnknown = data === undefined && isError;
  if (count === 0 && !isUnknown) return null;
  return (
    <AskedButton
      isMail
      isPending={retry.isPending}
      name={texts.retry}
      title={texts.retryTitle}
      hint={texts.retryHint(isUnknown ? null : count)}
      yes={texts.retryYes}
      no={texts.retryNo}
      run={() => retry.mutate()}
    />
  );
}
