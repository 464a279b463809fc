import { POSTMARK_HEADER } from '../../../../common/domain/mail-references.ts';
import type { OpenMailServer } from '../mail-server.ts';
import { answered, type Handover } from '../outcome.ts';
import { type EndpointForm, readEndpoint } from './endpoint.ts';
import { HttpServer } from './http-server.ts';
import { type ErrorTable, handoverOf, jsonObject, noAnswer, textOf } from './meanings.ts';
import { type MailParts, partsOfMessage, shown } from './parts.ts';
import type { ApiAnswer, ApiMail, ApiProvider, Posting } from './provider.ts';

const FORM: EndpointForm = {
  scheme: 'postmark',
  form: 'postmark://SERVER-TOKEN@default?stream=NAME',
  hostOf: (host) => (host === 'default' ? 'api.postmarkapp.com' : null),
  hasPassword: false,
  parameters: { stream: /^[a-z0-9][a-z0-9-]{0,29}$/ },
};

const PATH = '/email';
/** The stream that each Postmark server has for mails to many. */
const STREAM = 'broadcast';
/** Postmark takes 10 MB of JSON, in which both parts of a message occur once. */
const LARGEST = 7 * 1024 * 1024;
/** Characters of a value of metadata. It begins with the token that names the mail. */
const METADATA = 80;
const METADATA_HEADER = 'x-pm-metadata-';

/**
 * One mail a request, although 500 are allowed: a cut request leaves all its mails in doubt, without idempotency to ask again. With
 * `SMTP_CONNECTIONS` requests at a time the rate is still high. https://postmarkapp.com/developer/api/email-api
 */
export const openPostmark: OpenMailServer = (url, options) => {
  const endpoint = readEndpoint(url, FORM);
  const { base, name, user: token, parameters } = endpoint;
  const stream = parameters.get('stream') ?? STREAM;
  const rate = endpoint.rate ?? 0;
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    'x-postmark-server-token': token,
  };

  async function posting(one: ApiMail): Promise<Posting> {
    const body = Buffer.from(
      JSON.stringify(fieldsOf(one, await partsOfMessage(one.message, one.mail.attachments), stream)),
    );
    return { request: { path: PATH, headers, body, repeatable: false }, mails: [one] };
  }

  const provider: ApiProvider = {
    traits: { batch: 1, rate, keepsSignature: false },
    largest: LARGEST,
    postings: (mails) => Promise.all(mails.map(posting)),
    read: (answer, mails) => mails.map(({ to }) => readAnswer(answer, to)),
  };
  return new HttpServer(provider, { name, base, ...options });
};

const fieldsOf = ({ mail, to }: ApiMail, parts: MailParts, stream: string): object => ({
  From: parts.from,
  To: shown({ name: parts.toName, address: to }),
  ...(parts.replyTo.length > 0 && { ReplyTo: parts.replyTo.join(', ') }),
  Subject: parts.subject,
  ...(parts.text !== null && { TextBody: parts.text }),
  ...(parts.html !== null && { HtmlBody: parts.html }),
  Headers: [
    ...parts.headers
      .filter(({ name }) => !name.toLowerCase().startsWith(METADATA_HEADER))
      .map(({ name, value }) => ({ Name: name, Value: value })),
    // Otherwise it writes its own Message-ID.
    { Name: 'X-PM-KeepID', Value: 'true' },
  ],
  // Its events return this.
  Metadata: { [POSTMARK_HEADER.slice(METADATA_HEADER.length)]: mail.messageId.slice(0, METADATA) },
  MessageStream: stream,
  // Links and pixel of the mail are ours already.
  TrackOpens: false,
  TrackLinks: 'None',
  ...(parts.attachments.length > 0 && {
    Attachments: parts.attachments.map(({ name, type, content, contentId }) => ({
      Name: name,
      ContentType: type,
      Content: content,
      ...(contentId !== null && { ContentID: `cid:${contentId}` }),
    })),
  }),
});

function readAnswer(answer: ApiAnswer, to: string): Handover {
  const { status, text } = answer;
  const body = jsonObject(text);
  const code = textOf(body?.['ErrorCode']);
  const message = textOf(body?.['Message']);
  if (status >= 200 && status < 300) {
    const id = textOf(body?.['MessageID']);
    if (code === '0' && id !== '')
      return answered({ kind: 'accepted', reply: `${status} ${id}`, providerId: id, bytesFree: true });
    if (code === '' || code === '0') return noAnswer(answer);
  }
  return handoverOf('postmark', POSTMARK_ERRORS, answer, { code, message }, to);
}

const OURS = { is: 'refused', class: 'relay' } as const;

/** Values of `ErrorCode`. https://postmarkapp.com/developer/api/overview#error-codes */
const POSTMARK_ERRORS: ErrorTable = Object.freeze({
  // Bad or missing token.
  10: { is: 'login' },
  // Maintenance.
  100: { is: 'slow_down' },
  // Invalid request: an address, a field, or a sender that is not confirmed.
  300: { is: 'refused', class: 'unknown', asks: true },
  // The sender signature is missing or not confirmed.
  400: OURS,
  401: OURS,
  // JSON or header fields that it cannot read.
  402: OURS,
  403: OURS,
  409: OURS,
  // Not allowed to send: no credits.
  405: OURS,
  // The recipient is on its list. It does not say why, which proves nothing about the mailbox.
  406: { is: 'refused', class: 'unknown' },
  // Too many mails in a batch.
  410: OURS,
  // An attachment of a forbidden type.
  411: { is: 'refused', class: 'content' },
  // The account is pending, or may not send.
  412: OURS,
  413: OURS,
  429: { is: 'slow_down' },
});
