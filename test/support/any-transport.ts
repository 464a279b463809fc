import { freePort } from '../../local/ports.ts';
import { PROVIDER_APIS, type ProviderName } from './provider-apis.ts';
import { type Act as ApiAct, startProviderServer } from './provider-server.ts';
import { type Point, type Act as SmtpAct, startScriptedSmtp } from './scripted-smtp.ts';

/**
 * A server’s reaction to a mail. `hang`, `lost after`: it takes the mail and says nothing, or cuts the connection. `lost before`: it cuts
 * the connection without taking it. `slow`: it asks for less.
 */
export type Deed = 'refuse' | 'defer' | 'slow' | 'hang' | 'lost before' | 'lost after';

/** A server of any kind. */
export interface AnyServer {
  readonly url: string;
  /** How often it took the mail with this Message-ID. */
  copies(id: string): number;
  /** Mails, or requests, that were offered to it. */
  offered(): number;
  /** Faults of requests. */
  problems(): readonly string[];
  away(): Promise<void>;
  back(): Promise<void>;
  close(): Promise<void>;
}

/** A way by which mails go out. */
export interface Kind {
  readonly name: string;
  /** A request whose answer did not come is repeated, and done once. */
  readonly isIdempotent: boolean;
  /** A request has several mails. */
  readonly isBatched: boolean;
  /**
   * `deed`: what it does with the nth mail, or request, from 1; undefined: it takes it. `retryAfter`: seconds for which a provider asks
   * to be left alone.
   */
  start(deed?: (nth: number) => Deed | undefined, retryAfter?: number): Promise<AnyServer>;
}

/** Seconds for which a provider asks to be left alone. */
export const RETRY_AFTER = 2;

const SMTP: Record<Deed, readonly [Point, SmtpAct]> = {
  refuse: ['dot', '554 5.6.0 not this'],
  defer: ['dot', '451 4.3.0 later'],
  slow: ['MAIL', '421 4.3.2 too many'],
  hang: ['dot', 'hang'],
  'lost before': ['MAIL', 'cut'],
  'lost after': ['dot', 'cut'],
};

function smtp(): Kind {
  return {
    name: 'smtp',
    isIdempotent: false,
    isBatched: false,
    async start(deed = () => undefined) {
      const messages: (readonly string[])[] = [];
      const refusals = new Set<string>();
      let mails = 0;
      const deeds = new Map<string, Deed | undefined>();
      const open = async (port: number) => {
        const opened = await startScriptedSmtp({
          port,
          act({ point, connection, mail }) {
            if (mail === 0) return undefined;
            const key = `${messages.length} ${connection} ${mail}`;
            if (point === 'MAIL') deeds.set(key, deed((mails += 1)));
            const what = deeds.get(key);
            if (what === undefined || SMTP[what][0] !== point) return undefined;
            if (what === 'refuse' || what === 'defer')
              refusals.add(`${messages.length} ${opened.messages.length}`);
            return SMTP[what][1];
          },
        });
        messages.push(opened.messages);
        return opened;
      };
      let server = await open(await freePort());
      const taken = (): string[] =>
        messages.flatMap((some, at) => some.filter((_, i) => !refusals.has(`${at + 1} ${i + 1}`)));
      return {
        url: server.url,
        copies: (id) => taken().filter((text) => text.includes(`<${id}>`)).length,
        offered: () => mails,
        problems: () => [],
        away: () => server.close(),
        async back() {
          server = await open(server.port);
        },
        close: () => server.close(),
      };
    },
  };
}

const REFUSALS: Record<ProviderName, ApiAct> = {
  ses: {
    status: 400,
    headers: { 'x-amzn-ErrorType': 'MessageRejected' },
    body: { message: 'Invalid content' },
  },
  postmark: { status: 422, body: { ErrorCode: 411, Message: 'Forbidden attachment type' } },
  resend: { status: 422, body: { statusCode: 422, name: 'invalid_attachment', message: 'no' } },
};

function api(name: ProviderName, parameters = ''): Kind {
  const actsOf = (retryAfter: number): Record<Deed, ApiAct> => ({
    refuse: REFUSALS[name],
    defer: { status: 500, body: 'oops' },
    slow: { status: 429, headers: { 'Retry-After': String(retryAfter) }, body: {} },
    hang: { what: 'hang', taken: true },
    'lost before': { what: 'cut' },
    'lost after': { what: 'cut', taken: true },
  });
  return {
    name: parameters ? `${name} with ${parameters}` : name,
    isIdempotent: name === 'resend',
    isBatched: name === 'resend' && parameters !== 'batch=1',
    async start(deed = () => undefined, retryAfter = RETRY_AFTER) {
      const acts = actsOf(retryAfter);
      const server = await startProviderServer(name, {
        goesAway: true,
        // Nothing here waits for what a provider allows in a second.
        parameters: `rate=0${parameters && `&${parameters}`}`,
        act({ request }) {
          const what = deed(request);
          return what && acts[what];
        },
      });
      return {
        url: server.url,
        copies: (id) => server.taken.filter((mail) => mail.id === id).length,
        offered: () => server.calls.length,
        problems: () => server.problems,
        away: server.away,
        back: server.back,
        close: server.close,
      };
    },
  };
}

/** Every way: SMTP and each provider. */
export const KINDS: readonly Kind[] = [
  smtp(),
  // In batches of a few mails, of which fewer are needed for as many requests.
  ...(Object.keys(PROVIDER_APIS) as ProviderName[]).map((name) =>
    api(name, name === 'resend' ? 'batch=10' : ''),
  ),
  api('resend', 'batch=1'),
];
