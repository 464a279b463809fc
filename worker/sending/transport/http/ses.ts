import { SES_TAG } from '../../../../common/domain/mail-references.ts';
import type { OpenMailServer } from '../mail-server.ts';
import { answered, type Handover } from '../outcome.ts';
import { type EndpointForm, readEndpoint } from './endpoint.ts';
import { HttpServer } from './http-server.ts';
import { type ErrorTable, handoverOf, jsonObject, noAnswer, textOf } from './meanings.ts';
import type { ApiAnswer, ApiMail, ApiProvider, Posting } from './provider.ts';

const FORM: EndpointForm = {
  scheme: 'ses',
  form: 'ses://ACCESS-KEY-ID:SECRET-ACCESS-KEY@REGION?configuration-set=NAME',
  hostOf: (region) => (/^[a-z]{2}(-[a-z]+)+-\d$/.test(region) ? `email.${region}.amazonaws.com` : null),
  hasPassword: true,
  parameters: { 'configuration-set': /^[\w-]{1,64}$/, 'session-token': /^[!-~]{1,4096}$/ },
};

const PATH = '/v2/email/outbound-emails';
/** Requests a second of an account that has just left the sandbox. */
const RATE = 14;
/** SES takes 40 MB after base64. */
const LARGEST = 28 * 1024 * 1024;
/** The token at the begin of our Message-ID, which SES's events return as a tag. */
const TOKEN = /^([\w-]{36})@/;

/**
 * SES overwrites Message-ID and Date, which our signatures name, and sets the return path to its own or that of a custom MAIL FROM
 * domain. https://docs.aws.amazon.com/ses/latest/dg/header-fields.html
 */
export const openSes: OpenMailServer = (url, options) => {
  const endpoint = readEndpoint(url, FORM);
  const { base, name, user, password, host: region, parameters } = endpoint;
  const configurationSet = parameters.get('configuration-set');
  const sessionToken = parameters.get('session-token');
  const login = {
    accessKeyId: user,
    secretAccessKey: password,
    ...(sessionToken !== undefined && { sessionToken }),
  };
  const rate = endpoint.rate ?? RATE;

  async function posting(one: ApiMail): Promise<Posting> {
    // Loaded with the first mail: most workers send by SMTP alone.
    const { default: aws4 } = await import('aws4');
    const token = TOKEN.exec(one.mail.messageId)?.[1];
    const body = Buffer.from(
      JSON.stringify({
        Destination: { ToAddresses: [one.to] },
        Content: { Raw: { Data: one.message.toString('base64') } },
        ...(configurationSet !== undefined && { ConfigurationSetName: configurationSet }),
        ...(token !== undefined && { EmailTags: [{ Name: SES_TAG, Value: token }] }),
      }),
    );
    const { headers } = aws4.sign(
      {
        service: 'ses',
        region,
        host: base.host,
        method: 'POST',
        path: PATH,
        headers: { 'content-type': 'application/json', 'content-length': body.length },
        body,
      },
      login,
    );
    return {
      request: { path: PATH, headers: headers as Record<string, string>, body, repeatable: false },
      mails: [one],
    };
  }

  const provider: ApiProvider = {
    traits: { batch: 1, rate, keepsSignature: false },
    largest: LARGEST,
    postings: (mails) => Promise.all(mails.map(posting)),
    read: (answer, mails) => mails.map(({ to }) => readAnswer(answer, to)),
  };
  return new HttpServer(provider, { name, base, ...options });
};

function readAnswer(answer: ApiAnswer, to: string): Handover {
  const { status, headers, text } = answer;
  const body = jsonObject(text);
  if (status >= 200 && status < 300) {
    const id = textOf(body?.['MessageId']);
    if (id === '') return noAnswer(answer);
    return answered({ kind: 'accepted', reply: `${status} ${id}`, providerId: id, bytesFree: true });
  }
  // `MessageRejected:http://…`, or `com.amazonaws.ses#MessageRejected`.
  const said = textOf(headers['x-amzn-errortype']) || textOf(body?.['__type']) || textOf(body?.['code']);
  const code = (said.split(':')[0] ?? '').split('#').at(-1) ?? '';
  const message = textOf(body?.['message']) || textOf(body?.['Message']);
  return handoverOf('ses', SES_ERRORS, answer, { code, message }, to);
}

const LOGIN = { is: 'login' } as const;
const SLOW = { is: 'slow_down' } as const;
const OURS = { is: 'refused', class: 'relay' } as const;

const SES_ERRORS: ErrorTable = Object.freeze({
  // Also for "Email address is not verified".
  MessageRejected: { is: 'refused', class: 'content', asks: true },
  BadRequestException: { is: 'refused', class: 'unknown', asks: true },
  ValidationException: { is: 'refused', class: 'unknown', asks: true },
  AccountSuspendedException: OURS,
  SendingPausedException: OURS,
  MailFromDomainNotVerifiedException: OURS,
  // The configuration set of the URL.
  NotFoundException: OURS,
  TooManyRequestsException: SLOW,
  // "Daily message quota exceeded".
  LimitExceededException: { is: 'slow_down', pauseMs: 600_000 },
  Throttling: SLOW,
  ThrottlingException: SLOW,
  ServiceUnavailable: SLOW,
  ServiceUnavailableException: SLOW,
  AccessDenied: LOGIN,
  AccessDeniedException: LOGIN,
  ExpiredToken: LOGIN,
  ExpiredTokenException: LOGIN,
  IncompleteSignature: LOGIN,
  IncompleteSignatureException: LOGIN,
  InvalidClientTokenId: LOGIN,
  InvalidSignatureException: LOGIN,
  MissingAuthenticationToken: LOGIN,
  MissingAuthenticationTokenException: LOGIN,
  NotAuthorized: LOGIN,
  OptInRequired: LOGIN,
  RequestExpired: LOGIN,
  SignatureDoesNotMatch: LOGIN,
  UnrecognizedClientException: LOGIN,
  InternalFailure: { is: 'deferred', class: 'later' },
  InternalServerError: { is: 'deferred', class: 'later' },
  InternalServiceErrorException: { is: 'deferred', class: 'later' },
});
