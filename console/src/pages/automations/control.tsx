import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { AskedButton } from '../../app/ask-first.tsx';
import { MailButton } from '../../app/mail-button.tsx';
import { useChange } from '../../app/use-change.ts';
import { type Automation, automationStateOf, progressQuery } from '../../data/automations.ts';
import { api } from '../../data/client.ts';
import { contactTypes, segments } from '../../data/lists.ts';
import { useTexts } from '../../texts/texts.ts';

/** Holds that end when the automation is turned on again. Others end with a change, or automatically. */
const ENDED: ReadonlySet<string> = new Set(['refused', 'too_many_bounces', 'too_many_complaints']);

/** The type of an automation that also starts for people who are already in its audience. */
const ALSO_PRESENT = 2;

export function AutomationControl({ automation }: { automation: Automation }) {
  const { automationsPage: texts, campaignsPage } = useTexts();
  const { utr, status } = automation;
  const progress = useQuery(progressQuery(utr, status === 1));
  const state = automationStateOf(automation);
  const setLive = useChange(() => api.automationSetLive({ utr }), texts.wentLive);
  const pause = useChange(() => api.automationPause({ utr }), texts.paused);
  const isRisky = progress.data?.emails.some(
    ({ hold_reason }) => hold_reason !== null && ENDED.has(hold_reason),
  );
  const beginsAtOnce = automation.automation_type === ALSO_PRESENT;
  const { people, isCounting } = useAudienceCount(automation);
  const hints = [
    ...(isRisky ? [texts.goOnHint(progress.data?.waiting ?? 0)] : []),
    // It begins with all people who are in its audience at that time.
    ...(status === 0 && beginsAtOnce ? [texts.goOnJoined] : []),
  ];
  const hasEmails = (progress.data?.emails.length ?? 0) > 0;
  return (
    <>
      {status === 1 && (
        <Button variant="default" loading={pause.isPending} onClick={() => pause.mutate()}>
          {texts.pause}
        </Button>
      )}
      {state === 'draft' && (
        <AskedButton
          isMail
          variant="filled"
          disabled={!hasEmails || (beginsAtOnce && isCounting)}
          isPending={setLive.isPending}
          name={texts.goLive}
          title={texts.goLiveTitle}
          hint={beginsAtOnce ? texts.goLiveAll(people) : texts.goLiveNew}
          yes={beginsAtOnce && people !== null ? texts.goLiveFor(people) : texts.goLive}
          no={campaignsPage.compose.notYet}
          run={() => setLive.mutate()}
        />
      )}
      {state !== 'draft' &&
        (hints.length > 0 ? (
          <AskedButton
            isMail
            variant="filled"
            isPending={setLive.isPending}
            name={texts.goOn}
            title={texts.goOnTitle}
            hint={hints.join(' ')}
            yes={texts.goOn}
            no={campaignsPage.compose.notYet}
            run={() => setLive.mutate()}
          />
        ) : (
          (status === 0 || state === 'held') && (
            <MailButton loading={setLive.isPending} onClick={() => setLive.mutate()}>
              {texts.goOn}
            </MailButton>
          )
        ))}
    </>
  );
}

/** How many contacts its audience or segment has; null while that is not known, or if it was deleted. */
function useAudienceCount({ automation_for: id, automation_for_table }: Automation) {
  const isSegment = automation_for_table === 'segments_';
  const [types, rules] = [useQuery(contactTypes), useQuery(segments)];
  const people = isSegment
    ? rules.data?.find((one) => one.id === id)?.segment_emails_count
    : types.data?.find((one) => one.id === id)?.contacts_count;
  return { people: people ?? null, isCounting: (isSegment ? rules : types).isPending };
}
