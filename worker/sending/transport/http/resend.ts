import { hash } from 'node:crypto';
import { REFERENCE_HEADER } from '../../../../common/domain/mail-references.ts';
import type { OpenMailServer } from '../mail-server.ts';
import { answered, type Handover, type OutgoingMail } from '../outcome.ts';
import { type EndpointForm, readEndpoint } from './endpoint.ts';
import { HttpServer } from './http-server.ts';
import { type ErrorTable, handoverOf, jsonObject, noAnswer, textOf } from './meanings.ts';
import { type MailParts, partsOfMessage, shown } from './parts.ts';
import type { ApiAnswer, ApiMail, ApiProvider, Posting } from './provider.ts';

const FORM: EndpointForm = {
  scheme: 'resend',
  form: 'resend://API-KEY@default?batch=100',
  hostOf: (host) => (host === 'default' ? 'api.resend.com' : null),
  hasPassword: false,
  parameters: { batch: /^([1-9]\d?|100)$/ },
};

/** Mails that Resend takes in a request, and requests that a team may make in a second. */
const BATCH = 100;
const RATE = 5;
/** Parallel requests: enough for that rate if each takes 0.4 s. */
const CONNECTIONS = 2;
/** Resend takes 40 MB after base64. */
const LARGEST = 28 * 1024 * 1024;

/**
 * In batches, because Resend counts requests. It does a key once in 24 hours, so a request without an answer is repeated. A single
 * mail has the same key at each attempt until a person has it sent again.
 * https://resend.com/docs/api-reference/emails/send-batch-emails, …/dashboard/emails/idempotency-keys
 */
export const openResend: OpenMailServer = (url, options) => {
  const endpoint = readEndpoint(url, FORM);
  const { base, name, user: key, parameters } = endpoint;
  const rate = endpoint.rate ?? RATE;
  const batch = Number(parameters.get('batch') ?? BATCH);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };

  function posting(path: string, mails: readonly ApiMail[], body: unknown): Posting {
    return {
      request: {
        path,
        headers: {
          ...headers,
          'idempotency-key': keyOf(mails),
          // A refused mail does not keep back the others.
          ...(mails.length > 1 && { 'x-batch-validation': 'permissive' }),
        },
        body: Buffer.from(JSON.stringify(body)),
        repeatable: true,
      },
      mails,
    };
  }

  const provider: ApiProvider = {
    traits: { batch, rate, keepsSignature: false },
    largest: LARGEST,
    async postings(mails) {
      const all = await Promise.all(
        mails.map(async (one) => ({ one, parts: await partsOfMessage(one.message, one.mail.attachments) })),
      );
      // A batch takes no attachments.
      const alone = all.length === 1 ? all : all.filter(({ parts }) => parts.attachments.length > 0);
      const together = all.filter((each) => !alone.includes(each));
      const single = together.length === 1 ? [...alone, ...together] : alone;
      return [
        ...single.map(({ one, parts }) => posting('/emails', [one], fieldsOf(one, parts))),
        ...(together.length > 1
          ? [
              posting(
                '/emails/batch',
                together.map(({ one }) => one),
                together.map(({ one, parts }) => fieldsOf(one, parts)),
              ),
            ]
          : []),
      ];
    },
    read: (answer, mails) =>
      mails.length === 1 ? [readSingle(answer, mails[0]!.to)] : readBatch(answer, mails),
  };
  const connections = Math.min(options.connections, CONNECTIONS);
  return new HttpServer(provider, { ...options, name, base, connections });
};

const ownKey = ({ messageId, again = 0 }: OutgoingMail): string =>
  hash('sha256', `${messageId} ${again}`, 'base64url');

/** The same mails in the same order have the same key. */
const keyOf = (mails: readonly ApiMail[]): string =>
  mails.length === 1
    ? ownKey(mails[0]!.mail)
    : hash('sha256', mails.map(({ mail }) => ownKey(mail)).join(), 'base64url');

/** Independent of the time of sending: with the same key, Resend compares the content. */
const fieldsOf = ({ mail, to }: ApiMail, parts: MailParts): object => ({
  from: parts.from,
  to: [shown({ name: parts.toName, address: to })],
  ...(parts.replyTo.length > 0 && { reply_to: parts.replyTo }),
  subject: parts.subject,
  ...(parts.text !== null && { text: parts.text }),
  ...(parts.html !== null && { html: parts.html }),
  headers: {
    ...Object.fromEntries(parts.headers.map(({ name, value }) => [name, value])),
    // Resend writes its own Message-ID, and its events return this field.
    [REFERENCE_HEADER]: `<${mail.messageId.replace(/^<|>$/g, '')}>`,
  },
  ...(parts.attachments.length > 0 && {
    attachments: parts.attachments.map(({ name, type, content, contentId }) => ({
      filename: name,
      content_type: type,
      content,
      ...(contentId !== null && { content_id: contentId }),
    })),
  }),
});

const taken = (status: number, id: string): Handover =>
  answered({ kind: 'accepted', reply: `${status} ${id}`, providerId: id, bytesFree: true });

function refusal(answer: ApiAnswer, to: string): Handover {
  const body = jsonObject(answer.text);
  const said = { code: textOf(body?.['name']), message: textOf(body?.['message']) };
  return handoverOf('resend', RESEND_ERRORS, answer, said, to);
}

function readSingle(answer: ApiAnswer, to: string): Handover {
  const { status } = answer;
  if (status < 200 || status >= 300) return refusal(answer, to);
  const id = textOf(jsonObject(answer.text)?.['id']);
  return id === '' ? noAnswer(answer) : taken(status, id);
}

const listed = (value: unknown): readonly Readonly<Record<'id' | 'index' | 'message', unknown>>[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : [];

/** `data` has the ids of the taken mails in order; `errors` has the places of the others. */
function readBatch(answer: ApiAnswer, mails: readonly ApiMail[]): readonly Handover[] {
  const { status, headers, text } = answer;
  if (status < 200 || status >= 300) return mails.map(({ to }) => refusal(answer, to));
  const body = jsonObject(text);
  const ids = listed(body?.['data']).map(({ id }) => textOf(id));
  const errors = new Map(listed(body?.['errors']).map(({ index, message }) => [index, textOf(message)]));
  if (ids.includes('') || ids.length + errors.size !== mails.length) return mails.map(() => noAnswer(answer));
  let next = 0;
  return mails.map(({ to }, at) => {
    const message = errors.get(at);
    if (message === undefined) return taken(status, ids[next++]!);
    return handoverOf(
      'resend',
      RESEND_ERRORS,
      { status: 422, headers },
      { code: 'validation_error', message },
      to,
    );
  });
}

const OURS = { is: 'refused', class: 'relay' } as const;
const UNCLEAR = { is: 'refused', class: 'unknown', asks: true } as const;
const QUOTA = { is: 'slow_down', pauseMs: 600_000 } as const;

/** Values of `name`. https://resend.com/docs/api-reference/errors */
const RESEND_ERRORS: ErrorTable = Object.freeze({
  validation_error: UNCLEAR,
  // The domain is not verified.
  'validation_error 403': OURS,
  missing_required_field: UNCLEAR,
  invalid_parameter: UNCLEAR,
  invalid_attachment: { is: 'refused', class: 'content' },
  security_error: { is: 'refused', class: 'content' },
  invalid_from_address: OURS,
  invalid_access: OURS,
  invalid_region: OURS,
  invalid_idempotency_key: OURS,
  missing_api_key: { is: 'login' },
  restricted_api_key: { is: 'login' },
  invalid_api_key: { is: 'login' },
  invalid_api_Key: { is: 'login' },
  not_found: { is: 'greeting' },
  method_not_allowed: { is: 'greeting' },
  rate_limit_exceeded: { is: 'slow_down' },
  daily_quota_exceeded: QUOTA,
  monthly_quota_exceeded: QUOTA,
  // The request with this key is still under way.
  concurrent_idempotent_requests: { is: 'deferred', class: 'later' },
  // A request with this key was taken before, and the mail has changed since, as by a contact's name.
  invalid_idempotent_request: { is: 'accepted' },
  application_error: { is: 'deferred', class: 'later' },
  internal_server_error: { is: 'deferred', class: 'later' },
});
