import { createHash, createHmac, randomUUID } from 'node:crypto';

/** A request as it came. */
export interface ApiCall {
  readonly method: string;
  readonly path: string;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** A mail that a provider took. */
export interface TakenMail {
  readonly to: string;
  /** The Message-ID that the sender gave to it, without brackets. */
  readonly id: string;
  /** The provider's own. */
  readonly providerId: string;
  /** As it came: the message (Amazon SES), or an object with its parts. */
  readonly content: string | Fields;
}

export type Fields = Readonly<Record<string, unknown>>;

/** A provider's API by its documentation: what a request must be, and what a success says. */
interface ProviderApi {
  readonly taken: readonly TakenMail[];
  /** The fault of a request; null: none. */
  problem(call: ApiCall, host: string): string | null;
  take(call: ApiCall): { readonly status: number; readonly body: unknown };
  /** Whether it has taken the mails of this very request before: by its key it answers as it did then. */
  hasTaken?(call: ApiCall): boolean;
}

const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const TOKEN = 'server-token-1f2e';
const KEY = 're_123456789';

export const PROVIDER_APIS = {
  ses: { login: `AKIDEXAMPLE:${encodeURIComponent(SECRET)}@eu-west-1`, start: startSes },
  postmark: { login: `${TOKEN}@default`, start: startPostmark },
  resend: { login: `${KEY}@default`, start: startResend },
} satisfies Record<string, { login: string; start: () => ProviderApi }>;
export type ProviderName = keyof typeof PROVIDER_APIS;

const bare = (text: unknown): string => String(text).replace(/^<|>$/g, '');
const addressIn = (text: unknown): string => /<([^<>]+)>$/.exec(String(text))?.[1] ?? String(text);
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const parse = (body: Buffer): unknown => JSON.parse(body.toString('utf8'));

const known = (fields: Fields, names: readonly string[]): string | null => {
  const other = Object.keys(fields).find((name) => !names.includes(name));
  return other === undefined ? null : `a field that is not documented: ${other}`;
};

/** https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html */
function startSes(): ProviderApi {
  const taken: TakenMail[] = [];
  let count = 0;
  return {
    taken,
    problem(call, host) {
      if (call.path !== '/v2/email/outbound-emails') return `path ${call.path}`;
      const wrong = signatureProblem(call, host, 'eu-west-1');
      if (wrong !== null) return wrong;
      const fields = parse(call.body);
      if (!isObject(fields)) return 'no object';
      const to = (fields['Destination'] as { ToAddresses?: unknown[] } | undefined)?.ToAddresses;
      if (to?.length !== 1) return 'not one recipient';
      return known(fields, ['Destination', 'Content', 'ConfigurationSetName', 'EmailTags']);
    },
    take({ body }) {
      const fields = parse(body) as {
        Content: { Raw: { Data: string } };
        Destination: { ToAddresses: string[] };
      };
      const content = Buffer.from(fields.Content.Raw.Data, 'base64').toString('latin1');
      const id = bare(/^Message-ID: (\S+)/im.exec(content)?.[1]);
      const providerId = `0107018c1234abcd-${randomUUID()}-${String((count += 1)).padStart(6, '0')}`;
      taken.push({ to: fields.Destination.ToAddresses[0]!, id, providerId, content });
      return { status: 200, body: { MessageId: providerId } };
    },
  };
}

/** Signature Version 4, calculated again. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
function signatureProblem({ method, path, headers, body }: ApiCall, host: string, region: string) {
  const form =
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/(\d{8})\/([\w-]+)\/ses\/aws4_request, SignedHeaders=([\w;-]+), Signature=([\da-f]{64})$/;
  const [, date, scope, names, signature] = form.exec(headers.get('authorization') ?? '') ?? [];
  if (!date || !names || scope !== region) return `authorization: ${headers.get('authorization')}`;
  if (headers.get('host') !== host || !names.split(';').includes('host')) return 'host is not signed';
  const at = headers.get('x-amz-date') ?? '';
  const canonical = [
    method,
    path,
    '',
    ...names.split(';').map((name) => `${name}:${headers.get(name)}`),
    '',
    names,
    createHash('sha256').update(body).digest('hex'),
  ].join('\n');
  const hmac = (key: string | Buffer, text: string): Buffer =>
    createHmac('sha256', key).update(text).digest();
  const toSign = [
    'AWS4-HMAC-SHA256',
    at,
    `${date}/${region}/ses/aws4_request`,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${SECRET}`, date), region), 'ses'), 'aws4_request');
  return hmac(key, toSign).toString('hex') === signature ? null : 'the signature is wrong';
}

interface Headed {
  readonly Name: string;
  readonly Value: string;
}

const POSTMARK_FIELDS =
  'From To ReplyTo Subject TextBody HtmlBody Headers Metadata MessageStream TrackOpens TrackLinks Attachments'.split(
    ' ',
  );

/** https://postmarkapp.com/developer/api/email-api */
function startPostmark(): ProviderApi {
  const taken: TakenMail[] = [];
  return {
    taken,
    problem({ path, headers, body }) {
      if (path !== '/email') return `path ${path}`;
      if (headers.get('x-postmark-server-token') !== TOKEN) return 'the token is wrong';
      if (headers.get('accept') !== 'application/json') return 'it must accept JSON';
      const fields = parse(body);
      if (!isObject(fields)) return 'no object';
      if (!fields['From'] || !fields['To']) return 'From or To is missing';
      if (!fields['TextBody'] && !fields['HtmlBody']) return 'it has no body';
      for (const value of Object.values((fields['Metadata'] ?? {}) as Fields))
        if (String(value).length > 80) return 'a value of the metadata is too long';
      return known(fields, POSTMARK_FIELDS);
    },
    take({ body }) {
      const fields = parse(body) as Fields;
      const headers = fields['Headers'] as readonly Headed[];
      const valueOf = (name: string) => headers.find((header) => header.Name === name)?.Value;
      const providerId = randomUUID();
      const kept = valueOf('X-PM-KeepID') === 'true' ? valueOf('Message-ID') : providerId;
      taken.push({ to: addressIn(fields['To']), id: bare(kept), providerId, content: fields });
      return {
        status: 200,
        body: {
          To: fields['To'],
          SubmittedAt: '2026-11-25T04:00:00.0000000-05:00',
          MessageID: providerId,
          ErrorCode: 0,
          Message: 'OK',
        },
      };
    },
  };
}

/**
 * https://resend.com/docs/api-reference/emails/send-email, …/send-batch-emails, https://resend.com/docs/dashboard/emails/idempotency-keys
 */
function startResend(): ProviderApi {
  const taken: TakenMail[] = [];
  const done = new Map<string, { readonly payload: string; readonly body: unknown }>();

  const takeOne = (fields: Fields): { readonly id: string } => {
    const id = randomUUID();
    const [to] = fields['to'] as readonly string[];
    const reference = (fields['headers'] as Fields)['X-Mail-Reference'];
    taken.push({ to: addressIn(to), id: bare(reference), providerId: id, content: fields });
    return { id };
  };
  const problemOf = (fields: unknown, isBatch: boolean): string | null => {
    if (!isObject(fields)) return 'no object';
    if (!fields['from'] || !Array.isArray(fields['to'])) return 'from or to is missing';
    if (!fields['text'] && !fields['html']) return 'it has no body';
    if (isBatch && 'attachments' in fields) return 'a batch takes no attachments';
    return known(fields, ['from', 'to', 'reply_to', 'subject', 'text', 'html', 'headers', 'attachments']);
  };

  return {
    taken,
    problem({ path, headers, body }) {
      if (headers.get('authorization') !== `Bearer ${KEY}`) return 'the key is wrong';
      const key = headers.get('idempotency-key') ?? '';
      if (key === '' || key.length > 256) return 'the idempotency key must have 1 to 256 characters';
      const fields = parse(body);
      if (path === '/emails') return problemOf(fields, false);
      if (path !== '/emails/batch' || !Array.isArray(fields)) return `path ${path}`;
      if (fields.length > 100) return 'more than 100 mails';
      return fields.map((one) => problemOf(one, true)).find((wrong) => wrong !== null) ?? null;
    },
    take({ path, headers, body }) {
      const key = headers.get('idempotency-key')!;
      const payload = body.toString('utf8');
      const before = done.get(key);
      if (before && before.payload !== payload) {
        const message = 'Same idempotency key used with a different request payload';
        return { status: 409, body: { statusCode: 409, name: 'invalid_idempotent_request', message } };
      }
      if (before) return { status: 200, body: before.body };
      const fields = parse(body);
      const answer =
        path === '/emails'
          ? takeOne(fields as Fields)
          : { data: (fields as readonly Fields[]).map(takeOne), errors: [] };
      done.set(key, { payload, body: answer });
      return { status: 200, body: answer };
    },
    hasTaken: ({ headers, body }) =>
      done.get(headers.get('idempotency-key') ?? '')?.payload === body.toString('utf8'),
  };
}
