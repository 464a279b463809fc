import { setMaxListeners } from 'node:events';
import { withTimeLimit } from '../../../common/batching/late.ts';
import type { Config } from '../../../common/config.ts';
import { Turns } from '../../../common/fairness/turns.ts';
import { askGuarded, type GuardedAnswer, type GuardSettings } from '../../../common/guarded/client.ts';
import { type Problem, problem } from '../../../common/mail-check/problems.ts';
import { inUse } from '../../http/failures.ts';

const [MOST_LINKS, LINKS_MS] = [50, 5000];
const AT_ONCE = 10;
const REDIRECTS = 3;
/** Mails that are checked at a time; they mostly wait for the network. */
const CHECKS = 20;
const LINE = Object.freeze({ each: 4, total: 100 });
const PATIENCE_MS = 5000;
/** Milliseconds between two checks of an account: a server gets at most a hundred requests in this time, HEAD and GET of 50 links. */
const COOL_DOWN_MS = 2000;
const AGAIN = 5;

interface AskedAddress {
  readonly address: string;
  readonly isImage: boolean;
}

/** Requests the links of mails. An account checks one mail at a time, so that it delays no other. */
export function createLinkChecks(config: Pick<Config, 'publicUrl' | 'dnsServers' | 'production'>) {
  const turns = new Turns<number>({
    total: CHECKS,
    each: 1,
    line: LINE,
    patienceMs: PATIENCE_MS,
    coolDownMs: () => COOL_DOWN_MS,
    refusal: () => inUse(AGAIN, `${LINE.each} checks of links of an account that wait`),
  });
  const settings: GuardSettings = { dnsServers: config.dnsServers, loopback: !config.production };
  const headers = { 'User-Agent': `MailingService-LinkCheck (+${config.publicUrl})`, Accept: '*/*' };
  const isOurs = (link: string): boolean => new URL(link).origin === new URL(config.publicUrl).origin;

  /** Some servers answer HEAD wrongly or not at all. */
  async function ask(url: string, signal: AbortSignal): Promise<GuardedAnswer> {
    const request = { url, headers, plain: true, redirects: REDIRECTS, signal, headOnly: true } as const;
    const head = await askGuarded({ ...request, method: 'HEAD' }, settings);
    return head.kind === 'answered' && head.status >= 400
      ? askGuarded({ ...request, method: 'GET' }, settings)
      : head;
  }

  async function checkAll(links: readonly AskedAddress[], signal: AbortSignal): Promise<Problem[]> {
    const asked = links.slice(0, MOST_LINKS);
    const time = withTimeLimit(signal, LINKS_MS);
    // Each request adds a listener.
    setMaxListeners(0, time);
    const problems: (Problem | null)[] = asked.map(() => null);
    let next = 0;
    const lane = async (): Promise<void> => {
      while (next < asked.length && !time.aborted) {
        const at = next++;
        const { address, isImage } = asked[at]!;
        const answer = await ask(address, time);
        problems[at] = isImage ? problemOfImage(address, answer) : problemOf(address, answer);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    signal.throwIfAborted();
    const unchecked = links.length - next;
    return [
      ...problems.filter((one) => one !== null),
      ...(unchecked > 0 ? [problem('links_unchecked', 'template', uncheckedText(unchecked))] : []),
    ];
  }

  return {
    /** Problems of links and images. Skips our own, and requests at most 50 in 5 seconds. Throws a 429 when too many calls wait. */
    async check(
      userId: number,
      { links, images }: { readonly links: readonly string[]; readonly images: readonly string[] },
      signal: AbortSignal,
    ): Promise<Problem[]> {
      const others = [
        ...links.map((address) => ({ address, isImage: false })),
        ...images.map((address) => ({ address, isImage: true })),
      ].filter(({ address }) => !isOurs(address));
      return others.length === 0 ? [] : turns.run(userId, () => checkAll(others, signal), { signal });
    },
  };
}

const uncheckedText = (count: number): string =>
  `${count} ${count === 1 ? 'link was' : 'links were'} not checked: a check covers at most ${MOST_LINKS} links and takes at most ${LINKS_MS / 1000} seconds.`;

/** Statuses of a missing page. Other 4xx are about us: many servers refuse robots. */
const NOTHING_THERE: ReadonlySet<number> = new Set([404, 410]);

/** A server that is slow or away now may answer the readers later. */
function problemOfImage(src: string, answer: GuardedAnswer): Problem | null {
  const isGone = answer.kind === 'answered' && NOTHING_THERE.has(answer.status);
  if (isGone)
    return problem(
      'image_broken',
      src,
      `It answers ${answer.status}. Upload the image, or correct its address.`,
    );
  return answer.kind === 'failed' && answer.code === 'ENOTFOUND'
    ? problem('image_broken', src, 'Its host does not exist. Upload the image, or correct its address.')
    : null;
}

function problemOf(link: string, answer: GuardedAnswer): Problem | null {
  if (answer.kind === 'answered') {
    const { status } = answer;
    return NOTHING_THERE.has(status) || status >= 500
      ? problem('link_broken', link, `It answers ${status}. Check the address.`)
      : null;
  }
  if (answer.kind === 'refused')
    return problem(
      'link_private',
      link,
      answer.why === 'port'
        ? 'It leads to a port that is not for the web.'
        : answer.why === 'address'
          ? 'It leads to an address that is not public, so recipients cannot open it.'
          : 'It leads to an address that cannot be opened.',
    );
  const { code } = answer;
  if (code === 'ENOTFOUND')
    return problem('link_broken', link, 'Its host does not exist. Check the address.');
  if (code === 'ETIMEOUT') return problem('link_silent', link, 'It did not answer in time.');
  return problem('link_silent', link, `Its server could not be reached (${code}).`);
}

declare module '../../http/endpoint.ts' {
  interface Service {
    readonly links: ReturnType<typeof createLinkChecks>;
  }
}
