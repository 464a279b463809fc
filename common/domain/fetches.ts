/**
 * One request for the pixel or a link of a mail. `open` and `click` are counted, the others only classify a visitor: `head` used HEAD;
 * `hidden` followed the link that no person sees; `gateway` fetches for many recipients of a domain.
 */
export type FetchKind = 'open' | 'click' | 'head' | 'hidden' | 'gateway';

/**
 * The user agent's claim. reader: a mail program or browser, or unknown · proxy: fetches for a person who opens the mail · prefetcher:
 * fetches whether or not a person opens the mail · robot: a program that no person reads mail with.
 */
export type FetchClient = 'reader' | 'proxy' | 'prefetcher' | 'robot';

export interface Fetch {
  readonly kind: FetchKind;
  readonly client: FetchClient;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** 16 bits of a keyed hash of the visitor's network and the mail: equal for fetches of one mail from one network. */
  readonly network: number;
  /** 8 such bits of the visitor's user agent. */
  readonly agent: number;
  readonly link: number;
}

/** Counts of dropped fetches, and times of people's first and last; 0: none. */
export type FetchTotals = { -readonly [Name in keyof typeof NOTHING_COUNTED]: number };
export const NOTHING_COUNTED = Object.freeze({
  opens: 0,
  clicks: 0,
  machine_opens: 0,
  machine_clicks: 0,
  first_opened: 0,
  last_opened: 0,
  first_clicked: 0,
  last_clicked: 0,
});

/** The newest fetches of a mail in their written order, and the counts of older ones. */
export interface FetchLog {
  readonly earlier: Readonly<FetchTotals>;
  readonly fetches: readonly Fetch[];
}

// The numbers are in stored rows, so they never change.
const KINDS = ['open', 'click', 'head', 'hidden', 'gateway'] as const satisfies readonly FetchKind[];
const CLIENTS = ['reader', 'proxy', 'prefetcher', 'robot'] as const satisfies readonly FetchClient[];
export const COUNTS = ['opens', 'clicks', 'machine_opens', 'machine_clicks'] as const;
export const TIMES = ['first_opened', 'last_opened', 'first_clicked', 'last_clicked'] as const;

const [COUNT_BYTES, TIME_BYTES, LINK_BYTES] = [4, 6, 4];
const MOST_COUNT = 2 ** (8 * COUNT_BYTES) - 1;
const EARLIER_BYTES = COUNTS.length * COUNT_BYTES + TIMES.length * TIME_BYTES;
/** Kind and client, time, network, user agent. */
const FETCH_BYTES = 1 + TIME_BYTES + 2 + 1;

/** In the first byte: sums of older fetches follow. */
const WITH_EARLIER = 1;

const hasEarlier = (earlier: Readonly<FetchTotals>): boolean => COUNTS.some((name) => earlier[name] > 0);

/** The stored form: 11 bytes for a mail that was opened once. */
export function packFetches({ earlier, fetches }: FetchLog): Buffer {
  const withEarlier = hasEarlier(earlier);
  const clicks = fetches.reduce((count, { kind }) => count + (kind === 'click' ? 1 : 0), 0);
  const bytes = Buffer.alloc(
    1 + (withEarlier ? EARLIER_BYTES : 0) + fetches.length * FETCH_BYTES + clicks * LINK_BYTES,
  );
  let at = bytes.writeUInt8(withEarlier ? WITH_EARLIER : 0, 0);
  if (withEarlier) {
    for (const name of COUNTS) at = bytes.writeUInt32BE(Math.min(earlier[name], MOST_COUNT), at);
    for (const name of TIMES) at = bytes.writeUIntBE(earlier[name], at, TIME_BYTES);
  }
  for (const { kind, client, at: time, network, agent, link } of fetches) {
    at = bytes.writeUInt8(KINDS.indexOf(kind) * 16 + CLIENTS.indexOf(client), at);
    at = bytes.writeUIntBE(time, at, TIME_BYTES);
    at = bytes.writeUInt16BE(network, at);
    at = bytes.writeUInt8(agent, at);
    if (kind === 'click') at = bytes.writeUInt32BE(link, at);
  }
  return bytes;
}

export function unpackFetches(bytes: Buffer): FetchLog {
  let at = 1;
  const earlier: FetchTotals = { ...NOTHING_COUNTED };
  if (bytes[0] === WITH_EARLIER) {
    for (const name of COUNTS) {
      earlier[name] = bytes.readUInt32BE(at);
      at += COUNT_BYTES;
    }
    for (const name of TIMES) {
      earlier[name] = bytes.readUIntBE(at, TIME_BYTES);
      at += TIME_BYTES;
    }
  }
  const fetches: Fetch[] = [];
  while (at < bytes.length) {
    const code = bytes[at]!;
    const kind = KINDS[code >> 4]!;
    const isClick = kind === 'click';
    fetches.push({
      kind,
      client: CLIENTS[code % 16]!,
      at: bytes.readUIntBE(at + 1, TIME_BYTES),
      network: bytes.readUInt16BE(at + 1 + TIME_BYTES),
      agent: bytes[at + FETCH_BYTES - 1]!,
      link: isClick ? bytes.readUInt32BE(at + FETCH_BYTES) : 0,
    });
    at += FETCH_BYTES + (isClick ? LINK_BYTES : 0);
  }
  return { earlier, fetches };
}

/** The fetches that are not in `known`. After a failed or concurrent write, a process does not know which of its fetches are stored. */
export function unknownFetches(fetches: readonly Fetch[], known: readonly Fetch[]): Fetch[] {
  const left = new Map<string, number>();
  for (const fetch of known) left.set(nameOf(fetch), (left.get(nameOf(fetch)) ?? 0) + 1);
  return fetches.filter((fetch) => {
    const count = left.get(nameOf(fetch)) ?? 0;
    left.set(nameOf(fetch), count - 1);
    return count <= 0;
  });
}

const nameOf = ({ kind, at, network, agent, link }: Fetch): string =>
  [kind, at, network, agent, link].join(' ');
