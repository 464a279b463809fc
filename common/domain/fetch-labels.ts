import type { Fetch } from './fetches.ts';

/** This many different links of one mail … */
const BURST_LINKS = 3;
/** … within this many milliseconds are no person's clicks. */
const BURST_MS = 2000;
/** Milliseconds around a scan in which its network fetches for the scanner. */
const SCAN_MS = 30_000;
/** Milliseconds after a HEAD in which the same client's click is a link checker's. */
const HEAD_MS = 10_000;
/** Milliseconds around the mark of a gateway in which its network fetches for it. */
export const GATEWAY_MS = 10_000;

/** After this many milliseconds the label of a fetch no longer changes, except by fetches that are stored late. */
export const SETTLED_MS = Math.max(BURST_MS, SCAN_MS, HEAD_MS, GATEWAY_MS);

/** The rules are in docs/people-and-machines.md. Later fetches may change the result; their order does not. */
export function machinesAmong(fetches: readonly Fetch[]): boolean[] {
  const scans = scansAmong(fetches);
  const heads = fetches.filter(({ kind }) => kind === 'head');
  const gateways = fetches.filter(({ kind }) => kind === 'gateway');
  return fetches.map((fetch) => {
    if (fetch.client === 'prefetcher' || fetch.client === 'robot') return true;
    // It fetches because a person opens the mail, also during a scan.
    if (fetch.client === 'proxy' && fetch.kind === 'open') return false;
    return (
      scans.some((scan) => isOfScan(fetch, scan)) ||
      heads.some((head) => isCheckedBefore(fetch, head)) ||
      gateways.some((gateway) => isNear(fetch, gateway, GATEWAY_MS) && fetch.network === gateway.network)
    );
  });
}

const isNear = (one: Fetch, other: Fetch, milliseconds: number): boolean =>
  Math.abs(one.at - other.at) <= milliseconds;

/** A scanner may use several networks at once, but no person opens or clicks a mail at the same moment. */
const isOfScan = (fetch: Fetch, scan: Fetch): boolean =>
  isNear(fetch, scan, BURST_MS) || (fetch.network === scan.network && isNear(fetch, scan, SCAN_MS));

/** The user agent must be the same: a program that protects a person's computer may ask first, and then the browser clicks. */
const isCheckedBefore = (fetch: Fetch, head: Fetch): boolean =>
  fetch.kind === 'click' &&
  fetch.network === head.network &&
  fetch.agent === head.agent &&
  fetch.at >= head.at &&
  fetch.at - head.at <= HEAD_MS;

function scansAmong(fetches: readonly Fetch[]): Fetch[] {
  const scans = new Set(fetches.filter(({ kind }) => kind === 'hidden'));
  const clicks = fetches.filter(({ kind }) => kind === 'click' || kind === 'hidden');
  if (clicks.length < BURST_LINKS) return [...scans];
  clicks.sort((one, other) => one.at - other.at);
  for (let first = 0, end = 0; first < clicks.length; first += 1) {
    while (end < clicks.length && clicks[end]!.at - clicks[first]!.at <= BURST_MS) end += 1;
    const within = clicks.slice(first, end);
    // The hidden link has no number of its own.
    if (new Set(within.map(({ link }) => link)).size >= BURST_LINKS) for (const one of within) scans.add(one);
  }
  return [...scans];
}
