import { Webhook as Signer } from 'standardwebhooks';
import { withTimeLimit } from '../batching/late.ts';
import { askGuarded, type GuardedAnswer } from './client.ts';
import { mayBePlain } from './urls.ts';

const ANSWER_MS = 10_000;

export interface SigningCaller {
  readonly url: string;
  /** Each signs, the first before the others. */
  readonly secrets: readonly Buffer[];
  readonly config: {
    readonly dnsServers: readonly string[] | null;
    readonly production: boolean;
    readonly publicUrl: string;
  };
  readonly signal: AbortSignal;
}

/** `failure`: null if the endpoint answered with 2xx. */
export interface SignedAnswer {
  readonly status: number | null;
  readonly failure: string | null;
  readonly took_ms: number;
  readonly body: Buffer;
}

/** Posts a JSON text in the format of Standard Webhooks. Does not reject. */
export async function postSigned(
  { url, secrets, config, signal }: SigningCaller,
  { id, at, body }: { readonly id: string; readonly at: Date; readonly body: string },
): Promise<SignedAnswer> {
  const began = performance.now();
  const signatures = secrets.map((secret) => new Signer(secret, { format: 'raw' }).sign(id, at, body));
  const answer = await askGuarded(
    {
      method: 'POST',
      url,
      plain: mayBePlain(new URL(url), config.production),
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': `MailingService-Webhooks (+${config.publicUrl})`,
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': signatures.join(' '),
      },
      body,
      signal: withTimeLimit(signal, ANSWER_MS),
    },
    { dnsServers: config.dnsServers, loopback: !config.production },
  );
  const answered = answer.kind === 'answered' ? answer : null;
  return {
    status: answered?.status ?? null,
    failure: failureOf(answer),
    took_ms: Math.round(performance.now() - began),
    body: answered?.body ?? Buffer.alloc(0),
  };
}

function failureOf(answer: GuardedAnswer): string | null {
  if (answer.kind === 'answered') {
    const { status } = answer;
    return status >= 200 && status < 300 ? null : `It answered ${status}`;
  }
  if (answer.kind === 'refused')
    return answer.why === 'address'
      ? 'Its address is not public'
      : `Its ${answer.why === 'port' ? 'port' : 'URL'} is not allowed`;
  if (answer.code === 'ETIMEOUT') return `It did not answer within ${ANSWER_MS / 1000} seconds`;
  if (answer.code === 'ENOTFOUND') return 'Its host does not exist';
  return `It could not be reached (${answer.code})`;
}
