import { Button, Checkbox, Stack, useMatches } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { MailProblem } from '../../../../client/src/index.ts';
import { isHold } from '../../../../shared/hold-reasons.ts';
import { AskFirst } from '../../app/ask-first.tsx';
import { Dialog } from '../../app/dialog.tsx';
import { useFormats } from '../../app/formats.ts';
import { useMailBarrier } from '../../app/mail-button.tsx';
import { notifications } from '../../app/notes.tsx';
import { Unread } from '../../app/page.tsx';
import { api } from '../../data/client.ts';
import { fieldProblems, problemOf } from '../../data/problems.ts';
import { isBusy, queries } from '../../data/queries.ts';
import { useSession } from '../../data/session.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './compose.module.css';
import type { Draft } from './draft.ts';
import { useLastPreview } from './last-preview.ts';
import { ProblemList } from './problem-list.tsx';
import type { SectionProps } from './section.tsx';
import { SendPicture } from './send-picture.tsx';
import { SendSummary } from './send-summary.tsx';
import { type SendTime, SendTimeFields, sendAtOnce } from './send-time.tsx';
import { offerTakeBack, TAKE_BACK_SECONDS } from './take-back.tsx';

/** Inputs that a campaign needs before it is sent. */
const NEEDED = ['single_send_name', 'subject', 'preheader', 'recipient_id'] as const;
const missingOf = (draft: Draft): readonly (typeof NEEDED)[number][] =>
  NEEDED.filter((name) =>
    typeof draft[name] === 'string' ? draft[name].trim() === '' : draft[name].length === 0,
  );

/** The review before a campaign is sent: missing fields, sender, subject, audience, time, and the problems that a check found. */
export function SendDialog({ utr, autosave, close }: SectionProps & { readonly close: () => Promise<void> }) {
  const texts = useTexts();
  const { compose } = texts.campaignsPage;
  const missing = missingOf(autosave.draft);
  const fullScreen = useMatches({ base: true, sm: false });
  return (
    <Dialog
      opened
      onClose={() => void close()}
      size="44rem"
      fullScreen={fullScreen}
      title={compose.reviewTitle}
    >
      {missing.length > 0 ? (
        <>
          <p>{compose.missing}</p>
          <ul>
            {missing.map((name) => (
              <li key={name}>{compose.fields[name]}</li>
            ))}
          </ul>
          <Button onClick={() => void close()}>{compose.complete}</Button>
        </>
      ) : (
        <Ready utr={utr} autosave={autosave} close={close} />
      )}
    </Dialog>
  );
}

/** More recipients than this are asked about once more. */
const MANY = 1000;

type ReadyProps = Pick<SectionProps, 'utr' | 'autosave'>;

const LOOK = { gcTime: 0, staleTime: 0, retry: isBusy, refetchOnWindowFocus: false } as const;

function useLastLook({ utr, autosave: { draft, flush } }: ReadyProps) {
  const check = useQuery({
    queryKey: ['campaign-check', utr],
    queryFn: async ({ signal }) => {
      if (!(await flush())) throw new Error('What was written is not saved.');
      return api.singleSendCheck({ utr }, { signal });
    },
    ...LOOK,
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
    ...LOOK,
  });
  const tested = useQuery({
    queryKey: ['campaign-last-test', utr],
    queryFn: async ({ signal }) => {
      if (!(await flush())) throw new Error('What was written is not saved.');
      return (await api.singleSendDetails({ utr }, { signal }))[0]!.last_test;
    },
    ...LOOK,
  });
  return { check, counted, tested };
}

function useSend({ utr, autosave: { send } }: ReadyProps, { isLater, date, time }: SendTime, people = '') {
  const { campaignsPage } = useTexts();
  const { compose } = campaignsPage;
  const { localDateTime } = useFormats();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () =>
      send({
        ...(isLater
          ? { schedule_type: 1, schedule_date: date, schedule_time: `${time}:00` }
          : { schedule_type: 0 }),
        undo_seconds: TAKE_BACK_SECONDS,
      }),
    onSuccess: async ({ hold_reason }) => {
      const held = hold_reason && campaignsPage.holds[hold_reason];
      if (held) notifications.show({ message: compose.notSent(held[0]), autoClose: false });
      else if (isLater)
        notifications.show({ message: compose.scheduled(localDateTime(`${date} ${time}:00`)) });
      else offerTakeBack({ utr, people });
      await navigate({ to: '/campaigns/$utr', params: { utr } });
      await queries.invalidateQueries({ queryKey: ['campaigns'] });
    },
  });
}

/** It is no form: only a press of the button itself sends. */
function Ready({ close, ...props }: ReadyProps & { readonly close: () => Promise<void> }) {
  const { compose } = useTexts().campaignsPage;
  const { timezone } = useSession();
  const reason = useId();
  const { localDateTime } = useFormats();
  const [isAsked, setAsked] = useState(false);
  const [when, setWhen] = useState(() => sendAtOnce(timezone));
  const { check, counted, tested } = useLastLook(props);
  const { draft, flush } = props.autosave;
  const preview = useLastPreview(props.utr, counted.isError ? [] : counted.data?.sample, flush);
  // A tick is about the problems of one check.
  const [passedAt, setPassedAt] = useState(0);
  const isPassed = passedAt === check.dataUpdatedAt;
  const errors = check.data?.filter(({ level }) => level === 'error') ?? [];
  const canPass = errors.length > 0 && !errors.some(({ code }) => isHold(code));
  const people = counted.data && compose.people(counted.data.recipients, counted.data.more);
  const go = useSend(props, when, people);
  const isUndecided = check.isFetching || counted.isFetching;
  const offline = useMailBarrier();
  const barrier =
    offline ??
    (errors.length > 0 && !(canPass && isPassed)
      ? canPass
        ? compose.fixOrPass
        : compose.fixFirst
      : counted.data?.recipients === 0 && !counted.data.more
        ? compose.noPeople
        : when.isLater && (when.date === '' || when.time === '')
          ? compose.noTime
          : null);
  const at = when.date === '' || when.time === '' ? '' : localDateTime(`${when.date} ${when.time}:00`);
  const isMany = !when.isLater && counted.data && (counted.data.recipients > MANY || counted.data.more);
  const canGo = !isUndecided && check.isSuccess && counted.isSuccess && barrier === null;
  return (
    <Stack>
      <Findings found={check.data} isFetching={check.isFetching} leave={close} />
      {check.isError && !check.isFetching && (
        <Unread error={check.error} retry={() => void check.refetch()} />
      )}
      <SendSummary draft={draft} preview={preview} audience={counted.data} lastTest={tested.data} />
      {tested.isError && !tested.isFetching && (
        <Unread error={tested.error} retry={() => void tested.refetch()} />
      )}
      {counted.isError && !counted.isFetching && (
        <Unread error={counted.error} retry={() => void counted.refetch()} />
      )}
      <SendTimeFields
        value={when}
        change={(fields) => setWhen((before) => ({ ...before, ...fields }))}
        problems={fieldProblems(go.error)}
      />
      <SendPicture preview={preview} />
      <div className={styles.foot}>
        {go.isError && <Refusal error={go.error} />}
        {canPass && !isUndecided && (
          <Checkbox
            mb="xs"
            label={compose.anyway}
            description={compose.anywayHint}
            checked={isPassed}
            onChange={({ currentTarget: { checked } }) => setPassedAt(checked ? check.dataUpdatedAt : 0)}
          />
        )}
        {barrier !== null && (offline !== null || !isUndecided) && (
          <p id={reason} className="soft">
            {barrier}
          </p>
        )}
        <Button
          fullWidth
          disabled={!canGo}
          loading={go.isPending}
          aria-describedby={barrier === null ? undefined : reason}
          onClick={() => (isMany ? setAsked(true) : go.mutate())}
        >
          {people === undefined || isUndecided
            ? compose.wait(check.isFetching)
            : when.isLater
              ? compose.scheduleFor(people, at)
              : compose.sendTo(people)}
        </Button>
      </div>
      {isAsked && people !== undefined && (
        <AskFirst
          isMail
          title={compose.manyTitle(people)}
          hint={compose.manyHint(TAKE_BACK_SECONDS)}
          yes={compose.sendTo(people)}
          isOff={!canGo}
          no={compose.notYet}
          run={() => {
            setAsked(false);
            go.mutate();
          }}
          close={() => setAsked(false)}
        />
      )}
    </Stack>
  );
}

interface FindingsProps {
  readonly found: readonly MailProblem[] | undefined;
  readonly isFetching: boolean;
  readonly leave: () => Promise<void>;
}

function Findings({ found, isFetching, leave }: FindingsProps) {
  const { compose } = useTexts().campaignsPage;
  const errors = found?.filter(({ level }) => level === 'error') ?? [];
  const warnings = found?.filter(({ level }) => level === 'warning') ?? [];
  return (
    <div role="status" aria-label={compose.check}>
      {isFetching && <p className="soft">{compose.checking}</p>}
      {errors.length > 0 && <ProblemList problems={errors} leave={leave} />}
      {found?.length === 0 && <ProblemList problems={[]} />}
      {warnings.length > 0 && (
        <details>
          <summary>{compose.recommended(warnings.length)}</summary>
          <ProblemList problems={warnings} leave={leave} />
        </details>
      )}
    </div>
  );
}

function Refusal({ error }: { error: unknown }) {
  const texts = useTexts();
  const { fields } = texts.campaignsPage.compose;
  const problems = Object.entries(fieldProblems(error));
  return (
    <div role="alert" className={styles.failed}>
      {problems.length === 0 && <p>{problemOf(error, texts)}</p>}
      {problems
        .filter(([name]) => !name.startsWith('schedule_'))
        .map(([name, text]) => (
          <p key={name}>{texts.pair(fields[name] ?? name, text)}</p>
        ))}
    </div>
  );
}
