import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { cityOf } from '../../../../shared/time-zones.ts';
import { AskedButton } from '../../app/ask-first.tsx';
import { FormModal } from '../../app/form-modal.tsx';
import { useFormats } from '../../app/formats.ts';
import { notifications } from '../../app/notes.tsx';
import { Unread, Waiting } from '../../app/page.tsx';
import { noteProblem } from '../../app/problem-note.ts';
import { useForm } from '../../app/use-form.ts';
import { scheduleDraft } from '../../app/use-kept-draft.ts';
import type { Campaign } from '../../data/campaigns.ts';
import { api } from '../../data/client.ts';
import { queries } from '../../data/queries.ts';
import { useSession } from '../../data/session.ts';
import { useTexts } from '../../texts/texts.ts';
import { storeSchedule } from './back-to-draft.ts';
import { draftOf } from './draft.ts';
import { useLastPreview } from './last-preview.ts';
import { SendPicture } from './send-picture.tsx';
import { SendSummary } from './send-summary.tsx';
import { offerTakeBack, TAKE_BACK_SECONDS } from './take-back.tsx';

const isReady = (): Promise<boolean> => Promise.resolve(true);

/** The content and the number of recipients of a campaign that has not started. */
function useScheduled(utr: string) {
  const written = useQuery({
    queryKey: ['campaigns', 'written', utr],
    queryFn: async ({ signal }) => {
      const send = (await api.singleSendDetails({ utr }, { signal }))[0]!;
      return { draft: draftOf(send), lastTest: send.last_test };
    },
  });
  const draft = written.data?.draft;
  const asked = draft && {
    recipient_id: [...draft.recipient_id],
    exclude_specific_recipient_id: [...draft.exclude_specific_recipient_id],
    unsubscribe_group_id: draft.unsubscribe_group_id,
  };
  const counted = useQuery({
    queryKey: ['campaign-audience', utr, 'scheduled', asked],
    queryFn: ({ signal }) => api.singleSendAudience(asked!, { signal }),
    enabled: asked !== undefined,
  });
  return { written, counted };
}

/** The mail and the recipients of a campaign that has not started. */
export function Scheduled({ utr }: { utr: string }) {
  const { control } = useTexts().campaignsPage;
  const { written, counted } = useScheduled(utr);
  const preview = useLastPreview(utr, counted.isError ? [] : counted.data?.sample, isReady);
  return (
    <section className="card" aria-labelledby="scheduled">
      <h2 id="scheduled">{control.goesOut}</h2>
      {written.isPending && <Waiting rows={5} />}
      {written.isError && <Unread error={written.error} retry={() => void written.refetch()} />}
      {written.data && (
        <Stack mt="sm">
          <SendSummary {...written.data} preview={preview} audience={counted.data} />
          {counted.isError && <Unread error={counted.error} retry={() => void counted.refetch()} />}
          <SendPicture preview={preview} />
        </Stack>
      )}
    </section>
  );
}

/** Sends a campaign that is scheduled now, with the time to undo it. */
export function SendNow({ campaign: { utr } }: { campaign: Campaign }) {
  const texts = useTexts();
  const { compose, holds } = texts.campaignsPage;
  const { data } = useScheduled(utr).counted;
  const people = data && compose.people(data.recipients, data.more);
  const send = useMutation({
    mutationFn: () => storeSchedule(utr, { schedule_type: 0, undo_seconds: TAKE_BACK_SECONDS }),
    async onSuccess(stored) {
      const held = stored?.hold_reason && holds[stored.hold_reason];
      if (held) notifications.show({ message: compose.notSent(held[0]), autoClose: false });
      else if (stored) offerTakeBack({ utr, people: people ?? '' });
      else notifications.show({ message: compose.becameDraft, autoClose: false });
      await queries.invalidateQueries({ queryKey: ['campaigns'] });
    },
    onError: (error) => noteProblem(error, texts),
  });
  return (
    <AskedButton
      isMail
      disabled={!data || (data.recipients === 0 && !data.more)}
      isPending={send.isPending}
      name={compose.sendNow}
      title={compose.manyTitle(people ?? '')}
      hint={compose.manyHint(TAKE_BACK_SECONDS)}
      yes={compose.sendTo(people ?? '')}
      no={compose.notYet}
      run={() => send.mutate()}
    />
  );
}

interface ChangeTimeProps {
  readonly campaign: Campaign;
}

/** Another time for a campaign that is scheduled. */
export function ChangeTime({ campaign }: ChangeTimeProps) {
  const { control } = useTexts().campaignsPage;
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button onClick={open}>{control.changeTime}</Button>
      {isOpen && <TimeForm campaign={campaign} close={close} />}
    </>
  );
}

function TimeForm({ campaign, close }: ChangeTimeProps & { readonly close: () => void }) {
  const { compose, control, holds } = useTexts().campaignsPage;
  const { timezone } = useSession();
  const { dateTime, localDateTime } = useFormats();
  const { problems, field, modal } = useForm({
    draft: scheduleDraft(campaign.utr),
    title: control.changeTime,
    initial: { date: campaign.schedule_date, time: campaign.schedule_time.slice(0, 5) },
    isMail: true,
    save: ({ date, time }) =>
      storeSchedule(campaign.utr, {
        schedule_type: 1,
        schedule_date: date,
        schedule_time: `${time}:00`,
      }),
    async saved(stored, { date, time }) {
      close();
      const held = stored?.hold_reason && holds[stored.hold_reason];
      if (held) notifications.show({ message: compose.notSent(held[0]), autoClose: false });
      else if (stored)
        notifications.show({ message: compose.scheduled(localDateTime(`${date} ${time}:00`)) });
      else notifications.show({ message: compose.becameDraft, autoClose: false });
      await queries.invalidateQueries({ queryKey: ['campaigns'] });
    },
  });
  const isRefusedOtherwise = Object.keys(problems).some((name) => !name.startsWith('schedule_'));
  return (
    <FormModal {...modal} close={close} submit={control.changeTime}>
      {field({ name: 'date', type: 'date', label: compose.date, error: problems['schedule_date'] })}
      {field({ name: 'time', type: 'time', label: compose.time, error: problems['schedule_time'] })}
      <p className="soft">{compose.zone(cityOf(timezone), dateTime(new Date()))}</p>
      {isRefusedOtherwise && <p role="alert">{control.cannotGo}</p>}
    </FormModal>
  );
}
