import { useQuery } from '@tanstack/react-query';
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
}

/** Sender, subject, audience and number of people, to review before a campaign is sent. */
export function SendSummary({ draft, preview: { mail, person }, audience }: SendSummaryProps) {
  const { campaignsPage: texts, pair } = useTexts();
  const { compose, receipt } = texts;
  const { number } = useFormats();
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
        <strong>{mail?.subject ?? words(draft.subject)}</strong>
        <div className="soft">{mail?.preheader ?? words(draft.preheader)}</div>
        {mail && person !== null && <div className="soft">{compose.asFor(person)}</div>}
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
    </dl>
  );
}
