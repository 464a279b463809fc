import { ActionIcon } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SingleSend } from '../../../../client/src/index.ts';
import { useFormats } from '../../app/formats.ts';
import type { api } from '../../data/client.ts';
import { useSubjectWords } from '../../data/field-names.ts';
import { contactTypes, segments, senders, unsubscribeGroups } from '../../data/lists.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './compose.module.css';
import type { Draft } from './draft.ts';
import type { LastPreview } from './last-preview.ts';

const LEFT_OUT = ['duplicates', 'excluded', 'unsubscribed', 'bounced'] as const;

interface SendSummaryProps {
  readonly draft: Draft;
  readonly preview: LastPreview;
  /** Undefined while it is counted. */
  readonly audience: Awaited<ReturnType<typeof api.singleSendAudience>> | undefined;
  /** Undefined while it is read. */
  readonly lastTest: SingleSend['last_test'] | undefined;
}

/** Sender, subject, audience and number of people, to review before a campaign is sent. */
export function SendSummary({ draft, preview, audience, lastTest }: SendSummaryProps) {
  const { campaignsPage: texts, pair } = useTexts();
  const { compose, receipt } = texts;
  const { number, dateTime } = useFormats();
  const words = useSubjectWords();
  const sender = useQuery(senders).data?.find(({ id }) => id === draft.sender_id);
  const group = useQuery(unsubscribeGroups).data?.find(({ id }) => id === draft.unsubscribe_group_id);
  const types = useQuery(contactTypes).data ?? [];
  const rules = useQuery(segments).data ?? [];
  const names = new Map<string, string>([
    ...types.map(({ id, name }) => [`contacts_${id}`, name] as const),
    ...rules.map(({ id, segment_name }) => [`segments_${id}`, segment_name] as const),
  ]);
  const named = (entries: readonly string[]): string =>
    entries.map((entry) => names.get(entry) ?? '…').join(', ');
  const left = LEFT_OUT.filter((name) => audience && audience[name] > 0);
  const hasOtherReply = sender && sender.reply_to_email !== sender.from_email;
  return (
    <dl className={styles.summary}>
      <dt>{compose.senderLabel}</dt>
      <dd>
        {sender ? `${sender.from_name} <${sender.from_email}>` : '…'}
        {hasOtherReply && <div className="soft">{compose.replyTo(sender.reply_to_email)}</div>}
      </dd>
      <dt>{compose.subjectLabel}</dt>
      <dd>
        <div className={preview.isStale ? styles.stale : undefined}>
          <strong>{preview.mail?.subject ?? words(draft.subject)}</strong>
          <div className="soft">{preview.mail?.preheader ?? words(draft.preheader)}</div>
        </div>
        <Reader preview={preview} />
      </dd>
      <dt>{compose.to}</dt>
      <dd>{named(draft.recipient_id)}</dd>
      {draft.exclude_specific_recipient_id.length > 0 && (
        <>
          <dt>{compose.not}</dt>
          <dd>{named(draft.exclude_specific_recipient_id)}</dd>
        </>
      )}
      <dt>{compose.group}</dt>
      <dd>{group?.group_name ?? '…'}</dd>
      <dt>{compose.recipients}</dt>
      <dd>
        <strong>{audience ? compose.people(audience.recipients, audience.more) : compose.counting}</strong>
        {left.length > 0 && (
          <div className="soft">
            {compose.leftOut(left.map((name) => pair(receipt[name], number(audience![name]))).join(', '))}
          </div>
        )}
      </dd>
      <dt>{compose.lastTest}</dt>
      <dd>
        {lastTest === undefined
          ? '…'
          : lastTest === null
            ? compose.noTest
            : (lastTest.changed ? compose.changedSinceTest : compose.sameSinceTest)(dateTime(lastTest.at))}
      </dd>
    </dl>
  );
}

/** The recipient of the preview, and buttons to leaf through the sample. */
function Reader({ preview: { person, people, leaf } }: { preview: LastPreview }) {
  const { compose } = useTexts().campaignsPage;
  if (!person) return null;
  return (
    <div className={styles.leaf}>
      {people > 1 && (
        <ActionIcon variant="default" aria-label={compose.previousPerson} onClick={() => leaf(-1)}>
          <span aria-hidden>‹</span>
        </ActionIcon>
      )}
      {people > 1 && (
        <ActionIcon variant="default" aria-label={compose.nextPerson} onClick={() => leaf(1)}>
          <span aria-hidden>›</span>
        </ActionIcon>
      )}
      <span className="soft" role="status">
        {compose.asFor(person.email)}
        {people > 1 && ` ${compose.ofPeople(person.place, people)}`}
      </span>
    </div>
  );
}
