import { Button, Group } from '@mantine/core';
import type { FormEvent } from 'react';
import { useFormats } from '../../app/formats.ts';
import { notifications } from '../../app/notes.tsx';
import { OfferedDraftNote } from '../../app/offered-draft.tsx';
import { noteProblem } from '../../app/problem-note.ts';
import { useForm } from '../../app/use-form.ts';
import { formDraft } from '../../app/use-kept-draft.ts';
import {
  isBeingDeleted,
  type OperatedAccount,
  resumeAccount,
  showChange,
  suspendAccount,
} from '../../data/operator.ts';
import { brakeWords } from '../../data/own-failures.ts';
import { useSession } from '../../data/session.ts';
import { useTexts } from '../../texts/texts.ts';
import { AccountState } from './account-state.tsx';

/** Characters of a reason. */
const REASON_MAX = 500;

/** Suspends an account, or lets it go on: each undoes the other, and no mail is lost. */
export function AccountStanding({ account }: { account: OperatedAccount }) {
  const texts = useTexts();
  const { operatorPage } = texts;
  const { dateTime } = useFormats();
  const { user_id } = useSession();
  const { id, name, suspended_at, suspended_reason, closed_at, deleted_from, braked_at, brake_detail } =
    account;
  const isSuspended = suspended_at !== null || braked_at !== null;
  const {
    field,
    kept,
    mutation: change,
  } = useForm({
    draft: formDraft('suspension', id),
    title: operatorPage.suspend,
    initial: { reason: '' },
    isOpen: !isSuspended && id !== user_id,
    isNew: true,
    save: ({ reason }) => (isSuspended ? resumeAccount(id) : suspendAccount(id, reason)),
    saved: async (details) => {
      notifications.show({
        message: isSuspended ? operatorPage.resumedNow(name) : operatorPage.suspendedNow(name),
      });
      await showChange(details);
    },
    failed: (error) => noteProblem(error, texts),
  });
  const send = (event: FormEvent): void => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <section className="card" aria-labelledby="standing">
      <div className="head">
        <h2 id="standing">{operatorPage.standing}</h2>
        <AccountState account={account} />
      </div>
      <p className="soft">
        {operatorPage.number(id)}. {operatorPage.standingHint}
      </p>
      {suspended_at !== null && (
        <p>{operatorPage.suspendedSince(dateTime(suspended_at), suspended_reason ?? '')}</p>
      )}
      {braked_at !== null && (
        <p>{operatorPage.brakedSince(dateTime(braked_at), brakeWords(brake_detail ?? '', texts))}</p>
      )}
      {closed_at !== null && deleted_from !== null && (
        <p>
          {isBeingDeleted(account)
            ? operatorPage.beingDeleted
            : operatorPage.closedSince(dateTime(closed_at), dateTime(deleted_from))}
        </p>
      )}
      {id === user_id && <p>{operatorPage.yours}</p>}
      {id !== user_id && (
        <form onSubmit={send} noValidate>
          <OfferedDraftNote offer={kept.offer} isParted={kept.isParted} />
          <Group align="flex-end">
            {!isSuspended &&
              field({
                name: 'reason',
                flex: '1 1 14rem',
                maw: '30rem',
                label: operatorPage.reason,
                description: operatorPage.reasonHint,
                maxLength: REASON_MAX,
              })}
            <Button type="submit" variant="default" loading={change.isPending}>
              {isSuspended
                ? suspended_at === null
                  ? operatorPage.release
                  : operatorPage.resume
                : operatorPage.suspend}
            </Button>
          </Group>
        </form>
      )}
    </section>
  );
}
