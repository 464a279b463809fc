import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { AskedButton } from '../../app/ask-first.tsx';
import { notifications } from '../../app/notes.tsx';
import { useOwnPassword } from '../../app/own-password.tsx';
import { noteProblem } from '../../app/problem-note.ts';
import { TypeToConfirm } from '../../app/type-to-confirm.tsx';
import { formDraft, useForgetDrafts } from '../../app/use-kept-draft.ts';
import { closingQuery } from '../../data/closing.ts';
import {
  type AccountDetails,
  closeOperatedAccount,
  deleteOperatedAccount,
  isBeingDeleted,
  type OperatedAccount,
  operatedKeys,
  reopenOperatedAccount,
  showChange,
} from '../../data/operator.ts';
import { queries } from '../../data/queries.ts';
import { useSession } from '../../data/session.ts';
import { useTexts } from '../../texts/texts.ts';
import settings from '../settings/settings.module.css';

function useAccountChange(run: () => Promise<AccountDetails>, said: string) {
  const texts = useTexts();
  return useMutation({
    mutationFn: run,
    onSuccess: async (details) => {
      notifications.show({ message: said });
      await showChange(details);
    },
    onError: (error) => noteProblem(error, texts),
  });
}

/** Closes, reopens or deletes an account of another person. */
export function AccountClosing({ account }: { account: OperatedAccount }) {
  const { operatorPage } = useTexts();
  const { user_id } = useSession();
  const { data: closing } = useQuery(closingQuery);
  const [isDeleting, deletion] = useDisclosure();
  const { id, name, closed_at } = account;
  const shut = useAccountChange(() => closeOperatedAccount(id), operatorPage.closedNow(name));
  const reopen = useAccountChange(() => reopenOperatedAccount(id), operatorPage.reopened(name));
  if (id === user_id || isBeingDeleted(account)) return null;
  return (
    <section className={`card ${settings.danger}`} aria-labelledby="closing">
      <h2 id="closing">{operatorPage.closing}</h2>
      <p className="soft">{operatorPage.closingHint}</p>
      <Group mt="md">
        {closed_at !== null ? (
          <Button variant="default" loading={reopen.isPending} onClick={() => reopen.mutate()}>
            {operatorPage.reopen}
          </Button>
        ) : (
          <AskedButton
            isGrave
            name={operatorPage.close}
            title={operatorPage.closeTitle(name)}
            hint={operatorPage.closeHint(closing?.days ?? 0)}
            yes={operatorPage.close}
            no={operatorPage.keep}
            isPending={shut.isPending}
            disabled={!closing}
            run={() => shut.mutate()}
          />
        )}
        <Button variant="outline" color="red" c="var(--bad)" onClick={deletion.open}>
          {operatorPage.deletion}
        </Button>
      </Group>
      {isDeleting && <Deletion of={account} close={deletion.close} />}
    </section>
  );
}

/** A name without its addresses has an ellipsis, which few keyboards have. */
const typedName = (typed: string): string => typed.trim().replaceAll('...', '…');

/** Nothing brings the account back, so the operator types its name. */
function Deletion({ of: { id, name }, close }: { of: OperatedAccount; close: () => void }) {
  const { operatorPage } = useTexts();
  const navigate = useNavigate();
  const forget = useForgetDrafts();
  // The question shows what is wrong.
  const own = useOwnPassword({});
  const erase = useMutation({
    mutationFn: () => deleteOperatedAccount(id, name, own.typed.password),
    onSuccess: async () => {
      close();
      notifications.show({ message: operatorPage.deletedNow(name) });
      await navigate({ to: '/operator/accounts' });
      // The forms are gone: they keep nothing again.
      await forget(formDraft('suspension', id), formDraft('quotas', id), formDraft(operatedKeys(id).draft));
      await queries.invalidateQueries({ queryKey: ['operator'] });
    },
  });
  return (
    <TypeToConfirm
      title={operatorPage.deleteTitle(name)}
      label={operatorPage.typeName(name)}
      keep={operatorPage.keep}
      yes={operatorPage.deletion}
      isRight={(typed) => typedName(typed) === typedName(name) && own.typed.password !== ''}
      mutation={erase}
      close={close}
    >
      <p>{operatorPage.deleteHint}</p>
      {own.input}
    </TypeToConfirm>
  );
}
