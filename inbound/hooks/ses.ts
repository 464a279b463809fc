import { SES_TAG } from '../../common/domain/mail-references.ts';
import type { Logger } from '../../common/log.ts';
import type { ReportedEvent } from '../receiver.ts';
import { amazonClass, mayBeAutoReply } from './amazon-bounce.ts';
import { type Hook, malformed } from './hook.ts';
import { filledTexts, type Json, object, objects, parsed, text } from './json.ts';
import { createSnsReader, type SnsParts } from './sns.ts';
import { verdictOfProvider } from './verdict.ts';

const MOST = 200;

/**
 * Amazon SES, by Amazon SNS: feedback notifications, and events of a configuration set. SES's id, the return path (`source`), or
 * the Message-ID in included headers names the mail. https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html
 */
export function sesHook({ log, ...parts }: SnsParts & { readonly log: Logger }): Hook {
  const readSns = createSnsReader(parts);
  return {
    source: 'ses',
    async read({ body }) {
      const told = await readSns(body);
      if ('refused' in told) return told;
      if (told.type !== 'Notification') {
        log.warn({ topic: told.topic, message_type: told.type }, 'Amazon SNS subscription changed');
        return { events: [] };
      }
      const message = parsed(told.message);
      // Such as the text that SES sends once, when a topic is set.
      if (typeof message !== 'object' || message === null)
        return told.message.startsWith('{') ? malformed('The message is no JSON') : { events: [] };
      return { events: eventsOf(object(message)) };
    },
  };
}

function eventsOf(message: Json): ReportedEvent[] {
  const clues = cluesOf(object(message['mail']));
  switch (message['notificationType'] ?? message['eventType']) {
    case 'Bounce':
      return bounces(object(message['bounce']), clues);
    case 'Complaint':
      return complaints(object(message['complaint']), clues);
    case 'DeliveryDelay':
      return objects(object(message['deliveryDelay'])['delayedRecipients'], MOST).map((one) => ({
        ...said(one),
        kind: 'deferred',
        clues,
        ...verdictOfProvider({ ...said(one), status: one['status'], server: 'ses' }, ['later', 'delay']),
      }));
    default:
      return [];
  }
}

const cluesOf = (mail: Json): ReportedEvent['clues'] => ({
  providerIds: filledTexts(mail['messageId']),
  returnPaths: filledTexts(mail['source']),
  messageIds: [
    ...filledTexts(object(mail['commonHeaders'])['messageId']),
    // The token of our Message-ID for mails by SES's API, which writes another one.
    ...tagged(object(mail['tags'])[SES_TAG]).map((token) => `${token}@`),
    ...objects(mail['headers'], MOST)
      .filter(({ name }) => text(name).toLowerCase() === 'message-id')
      .flatMap(({ value }) => filledTexts(value)),
  ],
});

const tagged = (tag: unknown): string[] => (Array.isArray(tag) ? filledTexts(...tag.slice(0, 1)) : []);

/** The recipients of an event; an empty one if it names none, because the mail is known by its id. */
function recipientsIn(list: unknown): Json[] {
  const found = objects(list, MOST);
  return found.length > 0 ? found : [{}];
}

const said = (recipient: Json): Pick<ReportedEvent, 'recipient' | 'reply'> => ({
  recipient: text(recipient['emailAddress']) || null,
  reply: text(recipient['diagnosticCode']),
});

function bounces(bounce: Json, clues: ReportedEvent['clues']): ReportedEvent[] {
  const [type, subtype] = [text(bounce['bounceType']), text(bounce['bounceSubType'])];
  return recipientsIn(bounce['bouncedRecipients'])
    .filter(({ action }) => action === 'failed' || !mayBeAutoReply(type, subtype))
    .map((one) => ({
      ...said(one),
      kind: 'bounced',
      clues,
      ...verdictOfProvider(
        { ...said(one), status: one['status'], server: 'ses' },
        amazonClass(type, subtype),
      ),
    }));
}

/** A report that a mail was no spam (`not-spam`, RFC 6430) is no complaint. */
const complaints = (complaint: Json, clues: ReportedEvent['clues']): ReportedEvent[] =>
  complaint['complaintFeedbackType'] === 'not-spam'
    ? []
    : recipientsIn(complaint['complainedRecipients']).map((one) => ({
        ...said(one),
        kind: 'complained',
        clues,
        class: 'policy',
        rule: 'ses-complaint',
      }));
