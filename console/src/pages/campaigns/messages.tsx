import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Message } from '../../../../client/src/index.ts';
import { AskedButton, AskFirst } from '../../app/ask-first.tsx';
import { Dialog } from '../../app/dialog.tsx';
import { dotted } from '../../app/dotted.ts';
import { useFormats } from '../../app/formats.ts';
import { MoreButton } from '../../app/more-button.tsx';
import { Empty, Page, Unread, Waiting } from '../../app/page.tsx';
import { noteProblem } from '../../app/problem-note.ts';
import rows from '../../app/rows.module.css';
import { api } from '../../data/client.ts';
import { useSubjectWords } from '../../data/field-names.ts';
import { serverWords } from '../../data/own-failures.ts';
import { usePages } from '../../data/pages.ts';
import { queries } from '../../data/queries.ts';
import { type Texts, textsNow, useTexts } from '../../texts/texts.ts';

/** Milliseconds between polls of a message that waits. */
const LOOK_MS = 2000;

const stateOf = ({ state, skip_reason }: Message, { people }: Texts['campaignsPage']): string =>
  skip_reason === null
    ? people.choices[state]
    : textsNow().pair(people.choices.skipped, people.skips[skip_reason]);

/** Single emails that programs sent, oldest first, with the result of each. */
export function MessagesPage() {
  const { messagesPage: texts, campaignsPage, account } = useTexts();
  const subjectWords = useSubjectWords();
  const { dateTime } = useFormats();
  const [open, setOpen] = useState<string | null>(null);
  const found = usePages(['messages'], (range, options) => api.messageList(range, options));
  const messages = found.data?.pages.flat();
  return (
    <Page title={texts.title}>
      <p>
        <Link to="/campaigns">{campaignsPage.back}</Link>
      </p>
      <section className="card" aria-label={texts.title}>
        <p className="soft">{texts.hint}</p>
        {found.isPending && <Waiting rows={6} height={64} />}
        {found.isError && <Unread error={found.error} retry={() => void found.refetch()} />}
        {messages?.length === 0 && (
          <Empty title={texts.none} hint={texts.noneHint}>
            <a href="/docs">{account.reference}</a>
          </Empty>
        )}
        {messages && messages.length > 0 && (
          <ul className={rows.rows}>
            {messages.map((message) => (
              <li key={message.id}>
                <div>
                  <strong>{subjectWords(message.subject)}</strong>
                  <div>{message.email}</div>
                  <div className="soft">
                    {dotted(
                      stateOf(message, campaignsPage),
                      dateTime(message.accepted_at ?? message.send_at),
                    )}
                  </div>
                </div>
                <Button
                  variant="default"
                  size="compact-md"
                  aria-label={texts.openOf(subjectWords(message.subject), message.email)}
                  onClick={() => setOpen(message.utr)}
                >
                  {texts.open}
                </Button>
              </li>
            ))}
          </ul>
        )}
        <MoreButton pages={found} />
      </section>
      {open !== null && <OneMessage utr={open} close={() => setOpen(null)} />}
    </Page>
  );
}

function OneMessage({ utr, close }: { utr: string; close: () => void }) {
  const texts = useTexts();
  const subjectWords = useSubjectWords();
  const { messagesPage, campaignsPage } = texts;
  const { dateTime } = useFormats();
  const found = useQuery({
    queryKey: ['messages', 'one', utr],
    queryFn: ({ signal }) => api.messageDetails({ utr }, { signal }),
    staleTime: 0,
    // A worker sends and cancels.
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'pending' || data?.state === 'deferred' ? LOOK_MS : false,
  });
  const one = found.data;
  const facts: readonly (readonly [string, string | null])[] = one
    ? [
        [messagesPage.to, one.email],
        [campaignsPage.people.state, stateOf(one, campaignsPage)],
        [messagesPage.due, dateTime(one.send_at)],
        [messagesPage.delivered, one.accepted_at && dateTime(one.accepted_at)],
        [messagesPage.why, one.paused_reason && (campaignsPage.pauses[one.paused_reason]?.[0] ?? null)],
        [campaignsPage.people.class, one.class && campaignsPage.people.classes[one.class]],
        [
          campaignsPage.people.reply,
          one.reply && (one.state === 'bounced' ? one.reply : serverWords(one.reply, texts)),
        ],
        [messagesPage.files, one.attachments.map(({ name }) => name).join(', ') || null],
      ]
    : [];
  return (
    <Dialog opened onClose={close} title={one ? subjectWords(one.subject) : messagesPage.one}>
      <Stack>
        {found.isPending && <Waiting rows={4} />}
        {found.isError && <Unread error={found.error} retry={() => void found.refetch()} />}
        <dl>
          {facts.map(([name, value]) =>
            value === null ? null : (
              <div key={name}>
                <dt className="soft">{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
          )}
        </dl>
        {one?.state === 'pending' || one?.state === 'deferred' ? <Cancel utr={utr} /> : null}
        {one?.state === 'in_doubt' && <Decide utr={utr} />}
      </Stack>
    </Dialog>
  );
}

function useMessageChange(change: () => Promise<unknown>) {
  const texts = useTexts();
  return useMutation({
    mutationFn: change,
    onError: (error) => noteProblem(error, texts),
    onSettled: () => queries.invalidateQueries({ queryKey: ['messages'] }),
  });
}

function Cancel({ utr }: { utr: string }) {
  const { messagesPage: texts } = useTexts();
  const [isAsked, setAsked] = useState(false);
  const cancel = useMessageChange(() => api.messageCancel({ utr }));
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        {texts.cancel}
      </Button>
      {isAsked && (
        <AskFirst
          isGrave
          title={texts.cancelTitle}
          hint={texts.cancelHint}
          yes={texts.cancel}
          no={texts.keep}
          isPending={cancel.isPending}
          run={() => {
            setAsked(false);
            cancel.mutate();
          }}
          close={() => setAsked(false)}
        />
      )}
    </>
  );
}

function Decide({ utr }: { utr: string }) {
  const { doubts, compose } = useTexts().campaignsPage;
  const delivered = useMessageChange(() => api.messageDoubtDecide({ utr, decision: 'delivered', all: 1 }));
  const again = useMessageChange(() => api.messageDoubtDecide({ utr, decision: 'resend', all: 1 }));
  return (
    <>
      <p className="soft">{doubts.hint}</p>
      <Group>
        <AskedButton
          isPending={delivered.isPending}
          name={doubts.delivered}
          {...doubts.ask.delivered}
          title={doubts.ask.delivered.title(1)}
          no={compose.notYet}
          run={() => delivered.mutate()}
        />
        <AskedButton
          isMail
          isPending={again.isPending}
          name={doubts.resend}
          {...doubts.ask.resend}
          title={doubts.ask.resend.title(1)}
          no={compose.notYet}
          run={() => again.mutate()}
        />
      </Group>
    </>
  );
}
