import { Button, Modal, Stack, useMatches } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useFormats } from '../../app/formats.ts';
import { Unread } from '../../app/page.tsx';
import { api } from '../../data/client.ts';
import { fieldProblems, problemOf } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { useSession } from '../../data/session.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './compose.module.css';
import type { Draft } from './draft.ts';
import { ProblemList } from './problem-list.tsx';
import type { SectionProps } from './section.tsx';
import { SendSummary } from './send-summary.tsx';
import { SendTimeFields, sendAtOnce } from './send-time.tsx';
import { offerTakeBack, UNDO_SECONDS } from './take-back.tsx';

/** What a campaign can not go without. */
const NEEDED = ['single_send_name', 'subject', 'preheader', 'recipient_id'] as const;
const missingOf = (draft: Draft): readonly (typeof NEEDED)[number][] =>
  NEEDED.filter((name) =>
    typeof draft[name] === 'string' ? draft[name].trim() === '' : draft[name].length === 0,
  );

/** The last look before a campaign is sent: missing fields, sender, subject, audience, time, and the findings of a check. */
export function SendDialog({ utr, autosave, close }: SectionProps & { close: () => void }) {
  const texts = useTexts();
  const { compose } = texts.campaignsPage;
  const missing = missingOf(autosave.draft);
  const fullScreen = useMatches({ base: true, sm: false });
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      fullScreen={fullScreen}
      title={compose.reviewTitle}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {missing.length > 0 ? (
        <>
          <p>{compose.missing}</p>
          <ul>
            {missing.map((name) => (
              <li key={name}>{compose.fields[name]}</li>
            ))}
          </ul>
          <Button onClick={close}>{compose.complete}</Button>
        </>
      ) : (
        <Ready utr={utr} autosave={autosave} />
      )}
    </Modal>
  );
}

/** It is no form: only a press of the button itself sends. */
function Ready({ utr, autosave: { draft, flush, send } }: Pick<SectionProps, 'utr' | 'autosave'>) {
  const texts = useTexts();
  const { campaignsPage } = texts;
  const { compose } = campaignsPage;
  const { localDateTime } = useFormats();
  const { timezone } = useSession();
  const navigate = useNavigate();
  const reason = useId();
  const [when, setWhen] = useState(() => sendAtOnce(timezone));
  const { isLater, date, time } = when;
  const look = { gcTime: 0, staleTime: 0, retry: false, refetchOnWindowFocus: false } as const;
  const check = useQuery({
    queryKey: ['campaign-check', utr],
    queryFn: async ({ signal }) => {
      if (!(await flush())) throw new Error('What was written is not saved.');
      return api.singleSendCheck({ utr }, { signal });
    },
    ...look,
  });
  const { recipient_id, exclude_specific_recipient_id, unsubscribe_group_id } = draft;
  const counted = useQuery({
    queryKey: ['campaign-audience', utr],
    queryFn: ({ signal }) =>
      api.singleSendAudience(
        {
          recipient_id: [...recipient_id],
          exclude_specific_recipient_id: [...exclude_specific_recipient_id],
          unsubscribe_group_id,
        },
        { signal },
      ),
    ...look,
  });
  const people = counted.data && compose.people(counted.data.recipients, counted.data.more);
  const go = useMutation({
    mutationFn: () =>
      send({
        ...(isLater
          ? { schedule_type: 1, schedule_date: date, schedule_time: `${time}:00` }
          : { schedule_type: 0 }),
        undo_seconds: UNDO_SECONDS,
      }),
    onSuccess: async ({ hold_reason }) => {
      const held = hold_reason && campaignsPage.holds[hold_reason];
      if (held) notifications.show({ message: compose.notSent(held[0]), autoClose: false });
      else if (isLater)
        notifications.show({ message: compose.scheduled(localDateTime(`${date} ${time}:00`)) });
      else offerTakeBack({ utr, people: people ?? '' });
      await navigate({ to: '/campaigns/$utr', params: { utr } });
      await queries.invalidateQueries({ queryKey: ['campaigns'] });
    },
  });
  const problems = fieldProblems(go.error);
  const others = Object.entries(problems).filter(([name]) => !name.startsWith('schedule_'));
  const errors = check.data?.filter(({ level }) => level === 'error') ?? [];
  const warnings = check.data?.filter(({ level }) => level === 'warning') ?? [];
  const isUndecided = check.isFetching || counted.isFetching;
  const barrier =
    errors.length > 0
      ? compose.fixFirst
      : counted.data?.recipients === 0 && !counted.data.more
        ? compose.noPeople
        : isLater && (date === '' || time === '')
          ? compose.noTime
          : null;
  const canGo = !isUndecided && check.isSuccess && counted.isSuccess && barrier === null;
  return (
    <Stack>
      <div role="status" aria-label={compose.check}>
        {check.isFetching && <p className="soft">{compose.checking}</p>}
        {errors.length > 0 && <ProblemList problems={errors} />}
        {check.data?.length === 0 && <ProblemList problems={[]} />}
        {warnings.length > 0 && (
          <details>
            <summary>{compose.recommended(warnings.length)}</summary>
            <ProblemList problems={warnings} />
          </details>
        )}
      </div>
      {check.isError && !check.isFetching && (
        <Unread error={check.error} retry={() => void check.refetch()} />
      )}
      <SendSummary draft={draft} audience={counted.data} />
      {counted.isError && !counted.isFetching && (
        <Unread error={counted.error} retry={() => void counted.refetch()} />
      )}
      <SendTimeFields
        value={when}
        change={(fields) => setWhen((before) => ({ ...before, ...fields }))}
        problems={problems}
      />
      <div className={styles.foot}>
        {go.isError && (
          <div role="alert" className={styles.failed}>
            {Object.keys(problems).length === 0 && <p>{problemOf(go.error, texts)}</p>}
            {others.map(([name, text]) => (
              <p key={name}>
                {compose.fields[name] ?? name}: {text}
              </p>
            ))}
          </div>
        )}
        {barrier !== null && !isUndecided && (
          <p id={reason} className="soft">
            {barrier}
          </p>
        )}
        <Button
          fullWidth
          disabled={!canGo}
          loading={go.isPending}
          aria-describedby={barrier === null ? undefined : reason}
          onClick={() => go.mutate()}
        >
          {people === undefined || isUndecided
            ? compose.wait(check.isFetching)
            : isLater
              ? compose.scheduleFor(people)
              : compose.sendTo(people)}
        </Button>
      </div>
    </Stack>
  );
}
