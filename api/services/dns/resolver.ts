import { createResolver, NOTHING } from '../../../common/guarded/resolver.ts';

/** `unanswered` (silent or failed servers) says nothing about a record. */
export type DnsAnswer =
  | { readonly kind: 'answered'; readonly values: readonly string[] }
  | { readonly kind: 'unanswered'; readonly reason: string };

/** Queries the DNS; a missing name has no values. Does not reject. */
export interface Dns {
  /** The texts of TXT records; the strings of one record are joined (RFC 7208, 3.3; RFC 6376, 3.6.2.2). */
  txt(name: string): Promise<DnsAnswer>;
  /** `10 mail.example` for each MX record, the most preferred first. */
  mx(name: string): Promise<DnsAnswer>;
  /** The name that a CNAME leads to. */
  cname(name: string): Promise<DnsAnswer>;
}

/** Maximum records of a name. A domain itself often has twenty TXT records or more. */
const MOST_RECORDS = 100;
/** CNAMEs that are followed if the server does not do so. */
const MOST_ALIASES = 4;

const orNothing = <Values>(asked: Promise<Values>): Promise<Values | null> =>
  asked.catch((error: unknown) => {
    if (NOTHING.has(codeOf(error))) return null;
    throw error;
  });

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

/** Lets `work` query the DNS for `ms` milliseconds; later answers are `unanswered`. `servers` null: those of the system. */
export async function withDns<Result>(
  { servers, ms, signal }: { servers: readonly string[] | null; ms: number; signal: AbortSignal },
  work: (dns: Dns) => Promise<Result>,
): Promise<Result> {
  const resolver = createResolver(servers);
  let over = signal.aborted;
  const end = (): void => {
    over = true;
    resolver.cancel();
  };

  /** The values of a name. If the server answers only a CNAME, this follows it. */
  async function ask(
    name: string,
    question: (name: string) => Promise<readonly string[]>,
  ): Promise<DnsAnswer> {
    let asked: string | null = name;
    try {
      for (let aliases = 0; asked !== null && aliases <= MOST_ALIASES; aliases += 1) {
        if (over) return { kind: 'unanswered', reason: 'ETIMEOUT' };
        const values = await orNothing(question(asked));
        if (values) return { kind: 'answered', values: values.slice(0, MOST_RECORDS) };
        asked = (await orNothing(resolver.resolveCname(asked)))?.[0] ?? null;
      }
      return { kind: 'answered', values: [] };
    } catch (error) {
      return { kind: 'unanswered', reason: codeOf(error) };
    }
  }

  const timer = setTimeout(end, ms);
  signal.addEventListener('abort', end);
  try {
    return await work({
      txt: (name) =>
        ask(name, async (asked) => (await resolver.resolveTxt(asked)).map((parts) => parts.join(''))),
      async cname(name) {
        if (over) return { kind: 'unanswered', reason: 'ETIMEOUT' };
        try {
          return { kind: 'answered', values: (await orNothing(resolver.resolveCname(name))) ?? [] };
        } catch (error) {
          return { kind: 'unanswered', reason: codeOf(error) };
        }
      },
      mx: (name) =>
        ask(name, async (asked) =>
          (await resolver.resolveMx(asked))
            .sort((one, other) => one.priority - other.priority)
            .map(({ priority, exchange }) => `${priority} ${exchange === '' ? '.' : exchange}`),
        ),
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}
