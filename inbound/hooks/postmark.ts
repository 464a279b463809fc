import type { ReplyClass } from '../../common/domain/reply-classes.ts';
import type { ReportedEvent } from '../receiver.ts';
import { type Hook, header, malformed, refused, sameText } from './hook.ts';
import { filledTexts, type Json, object, parsed, text } from './json.ts';
import { verdictOfProvider } from './verdict.ts';

/** The key of the metadata in which a mail names itself: its header is `X-PM-Metadata-mail`. */
const METADATA = 'mail';

/** Types of failed mails, with the class if the text has none. Other types are automatic replies (AutoResponder …), no bounces. */
const BOUNCES: Readonly<Record<string, ReplyClass>> = {
  HardBounce: 'gone',
  BadEmailAddress: 'gone',
  ManuallyDeactivated: 'inactive',
  SoftBounce: 'unknown',
  DnsError: 'unknown',
  Unknown: 'unknown',
  Blocked: 'policy',
  SpamNotification: 'policy',
  DMARCPolicy: 'auth',
  VirusNotification: 'content',
};

/**
 * Basic auth in the webhook's URL; Postmark does not sign. The event names its mail by metadata, which the mail has in a header
 * (`common/domain/mail-references.ts`). https://postmarkapp.com/developer/webhooks/webhooks-overview
 */
export function postmarkHook(login: string): Hook {
  const right = `Basic ${Buffer.from(login).toString('base64')}`;
  return {
    source: 'postmark',
    async read(request) {
      const given = header(request, 'authorization');
      if (given === null || !sameText(given, right)) return refused('The login is wrong');
      const body = parsed(request.body.toString());
      if (typeof body !== 'object' || body === null) return malformed('The body must be a JSON object');
      const event = eventOf(object(body));
      return { events: event ? [event] : [] };
    },
  };
}

function eventOf(event: Json): ReportedEvent | null {
  const type = text(event['Type']);
  const recipient = text(event['Email']) || text(event['Recipient']) || null;
  const reply = text(event['Details']) || text(event['Description']);
  const clues = {
    providerIds: filledTexts(event['MessageID']),
    returnPaths: [],
    messageIds: filledTexts(object(event['Metadata'])[METADATA]),
  };
  const base = { recipient, reply, clues };
  const complained = {
    ...base,
    kind: 'complained',
    class: 'policy',
    rule: 'postmark-spam-complaint',
  } as const;
  const unsubscribed = {
    ...base,
    kind: 'unsubscribed',
    class: 'unknown',
    rule: 'postmark-unsubscribe',
  } as const;
  switch (event['RecordType']) {
    case 'SpamComplaint':
      return complained;
    case 'SubscriptionChange': {
      if (event['SuppressSending'] !== true || event['Origin'] !== 'Recipient') return null;
      const reason = event['SuppressionReason'];
      // A hard bounce also has its own event.
      if (reason === 'SpamComplaint') return complained;
      return reason === 'ManualSuppression' ? unsubscribed : null;
    }
    case 'Bounce': {
      if (type === 'SpamComplaint') return complained;
      if (type === 'Unsubscribe') return unsubscribed;
      const said = { reply, recipient, server: 'postmark' };
      if (type === 'Transient')
        return { ...base, kind: 'deferred', ...verdictOfProvider(said, ['later', 'Transient']) };
      const name = BOUNCES[type];
      return name === undefined
        ? null
        : { ...base, kind: 'bounced', ...verdictOfProvider(said, [name, type]) };
    }
    default:
      return null;
  }
}
