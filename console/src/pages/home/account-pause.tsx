import { Group, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { MailButton } from '../../app/mail-button.tsx';
import { notifications } from '../../app/notes.tsx';
import { noteProblem } from '../../app/problem-note.ts';
import { api } from '../../data/client.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';

const REASON_MAX = 500;
const POLL_MS = 60_000;

/** Complaints and bounces of all mail of the account, with the end of its pause. Nothing where all is well. */
export function AccountPause() {
  const texts = useTexts();
  const { pause } = texts.campaignsPage;
  const [reason, setReason] = useState('');
  const { data } = useQuery({
    queryKey: ['account', 'reputation'],
    queryFn: ({ signal }) => api.accountReputation({}, { signal }),
    refetchInterval: POLL_MS,
  });
  const release = useMutation({
    mutationFn: () => api.accountRelease({ reason }),
    onSuccess: async () => {
      notifications.show({ message: pause.released });
      await queries.invalidateQueries();
    },
    onError: (error) => noteProblem(error, texts),
  });
  if (!data || (data.paused_reason === null && data.warnings.length === 0)) return null;
  const isPaused = data.paused_reason !== null;
  const send = (event: FormEvent): void => {
    event.preventDefault();
    release.mutate();
  };
  return (
    <section className="card" aria-labelledby="account-pause">
      <h2 id="account-pause">{isPaused ? pause.paused : pause.warned}</h2>
      <ul>
        {data.warnings.map(({ code }) => (
          <li key={code}>{texts.checkTexts[code]('', '')}</li>
        ))}
      </ul>
      <p className="soft">{isPaused ? pause.pausedHint : pause.warnedHint}</p>
      {isPaused && !data.may_release && <p>{pause.used}</p>}
      {data.may_release && (
        <form onSubmit={send} noValidate>
          <Group align="flex-end">
            <TextInput
              flex="1 1 14rem"
              maw="30rem"
              label={pause.reason}
              description={pause.reasonHint}
              value={reason}
              maxLength={REASON_MAX}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
            <MailButton
              type="submit"
              variant="default"
              disabled={reason.trim() === ''}
              loading={release.isPending}
            >
              {pause.release}
            </MailButton>
          </Group>
        </form>
      )}
    </section>
  );
}
