import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { MailButton } from '../../app/mail-button.tsx';
import { notifications } from '../../app/notes.tsx';
import { OfferedDraftNote } from '../../app/offered-draft.tsx';
import { noteProblem } from '../../app/problem-note.ts';
import { useForm } from '../../app/use-form.ts';
import { useForgetLost } from '../../app/use-kept-draft.ts';
import { api } from '../../data/client.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';

const REASON_MAX = 500;
const POLL_MS = 60_000;
/** Names the draft of what the person changed before the pause ends. */
const DRAFT = 'release';

/** Complaints and bounces of all mail of the account, with the end of its pause. Nothing where all is well. */
export function AccountPause() {
  const texts = useTexts();
  const { pause } = texts.campaignsPage;
  const { data, error } = useQuery({
    queryKey: ['account', 'reputation'],
    queryFn: ({ signal }) => api.accountReputation({}, { signal }),
    refetchInterval: POLL_MS,
  });
  const {
    values,
    field,
    kept,
    mutation: release,
  } = useForm({
    draft: DRAFT,
    title: pause.release,
    initial: { reason: '' },
    isOpen: data?.may_release === true,
    isNew: true,
    isMail: true,
    save: ({ reason }) => api.accountRelease({ reason }),
    saved: async () => {
      notifications.show({ message: pause.released });
      await queries.invalidateQueries();
    },
    failed: (error) => noteProblem(error, texts),
  });
  useForgetLost(DRAFT, error, data?.may_release === false);
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
          <OfferedDraftNote offer={kept.offer} isParted={kept.isParted} />
          <Group align="flex-end">
            {field({
              name: 'reason',
              flex: '1 1 14rem',
              maw: '30rem',
              label: pause.reason,
              description: pause.reasonHint,
              maxLength: REASON_MAX,
            })}
            <MailButton
              type="submit"
              variant="default"
              disabled={values.reason.trim() === ''}
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
