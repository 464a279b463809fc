import { Badge, Button, Group, Loader } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Sender } from '../../../../client/src/index.ts';
import { MailButton } from '../../app/mail-button.tsx';
import { notifications } from '../../app/notes.tsx';
import { Unread, Waiting } from '../../app/page.tsx';
import { noteProblem } from '../../app/problem-note.ts';
import { useRemovals } from '../../app/removals.ts';
import styles from '../../app/rows.module.css';
import { useAddressedDialog } from '../../app/use-addressed-dialog.ts';
import { formDraft, useForgetDrafts } from '../../app/use-kept-draft.ts';
import { api } from '../../data/client.ts';
import { senders } from '../../data/lists.ts';
import { queries } from '../../data/queries.ts';
import { senderUses } from '../../data/sender-uses.ts';
import { useTexts } from '../../texts/texts.ts';
import { DeleteSender } from './delete-sender.tsx';
import { SenderForm } from './sender-form.tsx';

export function Senders() {
  const { settingsPage } = useTexts();
  const list = useQuery(senders);
  const { remove, isShown } = useRemovals('senders');
  const forget = useForgetDrafts();
  const [isAdding, { open, close }] = useAddressedDialog('add-sender');
  return (
    <section className="card" aria-labelledby="senders">
      <SenderForm sender={null} isOpen={isAdding} close={close} />
      <div className="head">
        <h2 id="senders">{settingsPage.senders}</h2>
        <Button variant="default" onClick={open}>
          {settingsPage.addSender}
        </Button>
      </div>
      <p className="soft">{settingsPage.sendersHint}</p>
      {list.isPending && <Waiting rows={2} height={64} />}
      {list.isError && <Unread error={list.error} retry={() => void list.refetch()} />}
      {list.data?.length === 0 && <p>{settingsPage.noSenders}</p>}
      {list.data && list.data.length > 0 && (
        <ul className={styles.rows}>
          {list.data.filter(isShown).map((sender) => (
            <SenderRow
              key={sender.id}
              sender={sender}
              remove={() =>
                remove({
                  ids: [sender.id],
                  said: settingsPage.senderDeleted(sender.from_name),
                  change: () =>
                    api
                      .senderDelete({ sender_id: sender.id })
                      .then(() => forget(formDraft('sender', sender.id))),
                })
              }
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function SenderRow({ sender, remove }: { sender: Sender; remove: () => void }) {
  const { id, from_name, from_email, is_verified } = sender;
  const [isChanging, { open, close }] = useDisclosure();
  const texts = useTexts();
  const { settingsPage } = texts;
  const resend = useMutation({
    mutationFn: () => api.senderResendMail({ sender_id: id }),
    onSuccess: () => notifications.show({ message: settingsPage.resent(from_email) }),
    onError: (error) => noteProblem(error, texts),
  });
  const [isAsked, asking] = useDisclosure();
  /** Asks where something would stop. */
  const looking = useMutation({
    mutationFn: () => queries.fetchQuery(senderUses(id)),
    onSuccess: ({ campaigns, automations }) => {
      if (campaigns.length + automations.length > 0) asking.open();
      else remove();
    },
    onError: (error) => noteProblem(error, texts),
  });
  const isVerified = is_verified === 1;
  return (
    <li>
      <SenderForm key={sender.updated_at} sender={sender} isOpen={isChanging} close={close} />
      {looking.data && (
        <DeleteSender
          sender={sender}
          uses={looking.data}
          isOpen={isAsked}
          run={remove}
          close={asking.close}
        />
      )}
      <div>
        <strong>{from_name}</strong>
        <div className="soft">{from_email}</div>
      </div>
      <Group>
        <Badge className={isVerified ? styles.good! : styles.open!} variant="light">
          {isVerified ? settingsPage.verified : settingsPage.unverified}
        </Badge>
        {!isVerified && (
          <MailButton
            variant="default"
            size="compact-md"
            loading={resend.isPending}
            onClick={() => resend.mutate()}
          >
            {settingsPage.resend}
          </MailButton>
        )}
        <Button
          variant="default"
          size="compact-md"
          aria-label={`${settingsPage.change}: ${from_name}`}
          onClick={open}
        >
          {settingsPage.change}
        </Button>
        <Button
          variant="default"
          size="compact-md"
          aria-label={`${texts.remove}: ${from_name}`}
          // Not disabled: it keeps the focus until the row is gone.
          aria-busy={looking.isPending}
          leftSection={looking.isPending && <Loader size="xs" />}
          onClick={() => {
            if (!looking.isPending) looking.mutate();
          }}
        >
          {texts.remove}
        </Button>
      </Group>
    </li>
  );
}
