import { now } from '../../common/clock.ts';
import { mailingOfSend } from '../../common/domain/mailing-keys.ts';
import {
  type AudienceCounts,
  hasWholeAudience,
  Mailing,
  type MailingDocument,
} from '../../common/models/mailings.ts';
import { SingleSend, type SingleSendDocument } from '../../common/models/single-sends.ts';
import { counted, number, percent, type RenderNotice } from './mails/notice.ts';
import { shorten } from './mails/shorten.ts';

const COUNTING_MS = 10 * 60_000;

type SendName = Pick<SingleSendDocument, '_id' | 'single_send_name'>;
type SentMailing = Pick<MailingDocument, '_id' | 'state' | 'walking' | 'stopped' | 'audience' | 'figures'>;

export const findSend = (userId: number, id: number): Promise<SendName | null> =>
  SingleSend.of(userId).findOne<SendName>({ _id: id }, { projection: { single_send_name: 1 } });

/** Typed names stand only in the text: in a subject they could look like a mail from a stranger. */
export const itIs = ({ single_send_name }: SendName): string => `It is “${shorten(single_send_name)}”.`;

const findMailing = (userId: number, sendId: number): Promise<SentMailing | null> =>
  Mailing.of(userId).findOne<SentMailing>(
    { _id: mailingOfSend(sendId) },
    { projection: { state: 1, walking: 1, stopped: 1, audience: 1, figures: 1 } },
  );

function leftOut({ duplicates, excluded, unsubscribed, bounced }: AudienceCounts): string {
  const reasons: [number, string][] = [
    [duplicates, 'duplicates'],
    [excluded, 'excluded'],
    [unsubscribed, 'unsubscribed'],
    [bounced, 'bounced before'],
  ];
  return reasons
    .filter(([count]) => count > 0)
    .map(([count, reason]) => `${number(count)} ${reason}`)
    .join(', ');
}

export const sendStarted: RenderNotice = async ({ user_id, subject, at }) => {
  const [send, mailing] = await Promise.all([findSend(user_id, subject), findMailing(user_id, subject)]);
  if (!send) return null;
  const isCounted = mailing !== null && hasWholeAudience(mailing);
  if (!isCounted && now().getTime() - at.getTime() < COUNTING_MS) return 'wait';
  if (!isCounted)
    return { subject: 'A campaign has started', paragraphs: [itIs(send), 'Its emails are sent soon.'] };
  const { audience } = mailing;
  const out = leftOut(audience);
  return {
    subject: `A campaign has started: ${counted(audience.recipients, 'recipient')}`,
    paragraphs: [itIs(send), 'Its emails are being sent.'],
    figures: [['Recipients', number(audience.recipients)], ...(out ? ([['Excluded', out]] as const) : [])],
  };
};

const IN_DOUBT =
  'For some emails, delivery is unknown. They are not sent again automatically. Open the report of the campaign, and decide whether to send them again.';

export const sendCompleted: RenderNotice = async ({ user_id, subject }) => {
  const [send, mailing] = await Promise.all([findSend(user_id, subject), findMailing(user_id, subject)]);
  if (!send || !mailing) return null;
  if (mailing.state !== 'done') return 'wait';
  const { figures, audience, stopped } = mailing;
  const { recipients } = audience;
  const left = leftOut(audience);
  return {
    subject: `A campaign ${stopped ? 'was stopped' : 'is complete'}: ${number(figures.accepted)} of ${number(recipients)} delivered`,
    paragraphs: [
      itIs(send),
      stopped
        ? 'It was cancelled. These emails were sent before.'
        : 'All recipients have a final result. Opens, clicks and unsubscribes are still counted.',
      ...(figures.in_doubt > 0 ? [IN_DOUBT] : []),
    ],
    figures: [
      ['Recipients', number(recipients)],
      ['Handed to a mail server', number(figures.triggered)],
      ['Delivered', `${number(figures.accepted)} (${percent(figures.accepted, recipients)})`],
      ['Bounced', `${number(figures.bounced)} (${percent(figures.bounced, figures.triggered)})`],
      ...(figures.in_doubt > 0 ? ([['Delivery unknown', number(figures.in_doubt)]] as const) : []),
      ...(figures.skipped > 0 ? ([['Skipped since the start', number(figures.skipped)]] as const) : []),
      ['Opened so far', number(figures.unique_opens)],
      ['Unsubscribed so far', number(figures.unsubscribes)],
      ...(left ? ([['Excluded before the start', left]] as const) : []),
    ],
  };
};

export const sendTrouble: RenderNotice = async ({ user_id, subject, facts }) => {
  const [send, mailing] = await Promise.all([
    findSend(user_id, subject),
    Mailing.of(user_id).findOne(
      { _id: mailingOfSend(subject), state: 'open', paused_reason: null },
      { projection: { server_trouble: 1 } },
    ),
  ]);
  // It ended meanwhile.
  if (!send || !mailing?.server_trouble) return null;
  return {
    subject: 'A campaign waits for a mail server',
    paragraphs: [
      itIs(send),
      `No email can be handed to the mail server at present: ${facts['reply']}`,
      'It is tried again automatically, and no recipient is lost. If it continues, ask the operator of the service.',
    ],
  };
};

export const sendBounces: RenderNotice = async ({ user_id, subject, facts }) => {
  const send = await findSend(user_id, subject);
  if (!send) return null;
  const [bounced, triggered] = [Number(facts['bounced']), Number(facts['triggered'])];
  return {
    subject: `A campaign: ${percent(bounced, triggered)} of its emails bounced`,
    paragraphs: [
      itIs(send),
      'More than 5 % harms your reputation with mailbox providers. Addresses that do not exist get no more emails. Check where they came from.',
    ],
    figures: [
      ['Handed to a mail server', number(triggered)],
      ['Bounced', number(bounced)],
    ],
  };
};
