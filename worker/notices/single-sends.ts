import { now } from '../../common/clock.ts';
import { mailingOfSend } from '../../common/domain/mailing-keys.ts';
import type { AudienceCounts, MailingDocument } from '../../common/models/mailings.ts';
import { hasWholeAudience, Mailing } from '../../common/models/mailings.ts';
import { SingleSend, type SingleSendDocument } from '../../common/models/single-sends.ts';
import { counted, number, percent } from './mails/notice.ts';
import { shorten } from './mails/shorten.ts';
import type { RenderNotice } from './renderer.ts';

const COUNTING_MS = 10 * 60_000;

type SendName = Pick<SingleSendDocument, '_id' | 'single_send_name'>;
type SentMailing = Pick<MailingDocument, '_id' | 'state' | 'walking' | 'stopped' | 'audience' | 'figures'>;

export const findSend = (id: number): Promise<SendName | null> =>
  SingleSend.findOne<SendName>({ _id: id }, { projection: { single_send_name: 1 } });

/** Typed names stand only in the text: in a subject they could look like a mail from a stranger. */
export const itIs = ({ single_send_name }: SendName): string => `It is “${shorten(single_send_name)}”.`;

const findMailing = (sendId: number): Promise<SentMailing | null> =>
  Mailing.findOne<SentMailing>(
    { _id: mailingOfSend(sendId) },
    { projection: { state: 1, walking: 1, stopped: 1, audience: 1, figures: 1 } },
  );

function leftOut({ duplicates, excluded, unsubscribed, bounced }: AudienceCounts): string {
  const reasons: [number, string][] = [
    [duplicates, 'listed twice'],
    [excluded, 'excluded'],
    [unsubscribed, 'unsubscribed'],
    [bounced, 'bounced before'],
  ];
  return reasons
    .filter(([count]) => count > 0)
    .map(([count, reason]) => `${number(count)} ${reason}`)
    .join(', ');
}

export const sendStarted: RenderNotice = async ({ subject, at }) => {
  const [send, mailing] = await Promise.all([findSend(subject), findMailing(subject)]);
  if (!send) return null;
  const isCounted = mailing !== null && hasWholeAudience(mailing);
  if (!isCounted && now().getTime() - at.getTime() < COUNTING_MS) return 'wait';
  if (!isCounted)
    return { subject: 'A single send has started', paragraphs: [itIs(send), 'Its mails go out soon.'] };
  const { audience } = mailing;
  const out = leftOut(audience);
  return {
    subject: `A single send has started: ${counted(audience.recipients, 'recipient')}`,
    paragraphs: [itIs(send), 'Its mails are going out.'],
    figures: [['Recipients', number(audience.recipients)], ...(out ? ([['Left out', out]] as const) : [])],
  };
};

const IN_DOUBT =
  'It is unknown whether the mails in doubt arrived, and none of them is sent again automatically: single-send/in-doubt lists them, and you decide.';

export const sendCompleted: RenderNotice = async ({ subject }) => {
  const [send, mailing] = await Promise.all([findSend(subject), findMailing(subject)]);
  if (!send || !mailing) return null;
  if (mailing.state !== 'done') return 'wait';
  const { figures, audience, stopped } = mailing;
  const { recipients } = audience;
  const left = leftOut(audience);
  return {
    subject: `A single send ${stopped ? 'was stopped' : 'is complete'}: ${number(figures.accepted)} of ${number(recipients)} delivered`,
    paragraphs: [
      itIs(send),
      stopped
        ? 'It was ended early; these are the mails that were sent.'
        : 'Every recipient has a final outcome. Opens, clicks and unsubscribes are still counted.',
      ...(figures.in_doubt > 0 ? [IN_DOUBT] : []),
    ],
    figures: [
      ['Recipients', number(recipients)],
      ['Handed to a mail server', number(figures.triggered)],
      ['Delivered', `${number(figures.accepted)} (${percent(figures.accepted, recipients)})`],
      ['Bounced', `${number(figures.bounced)} (${percent(figures.bounced, figures.triggered)})`],
      ...(figures.in_doubt > 0 ? ([['In doubt', number(figures.in_doubt)]] as const) : []),
      ...(figures.skipped > 0 ? ([['Left out since the start', number(figures.skipped)]] as const) : []),
      ['Opened so far', number(figures.unique_opens)],
      ['Unsubscribed so far', number(figures.unsubscribes)],
      ...(left ? ([['Left out before', left]] as const) : []),
    ],
  };
};

export const sendBounces: RenderNotice = async ({ subject, facts }) => {
  const send = await findSend(subject);
  if (!send) return null;
  const [bounced, triggered] = [Number(facts['bounced']), Number(facts['triggered'])];
  return {
    subject: `A single send: ${percent(bounced, triggered)} of its mails bounced`,
    paragraphs: [
      itIs(send),
      'That is more than 5 %, which harms your reputation with mail providers. Addresses that do not exist get no more mails; please check where they came from.',
    ],
    figures: [
      ['Handed to a mail server', number(triggered)],
      ['Bounced', number(bounced)],
    ],
  };
};
