import { isIP } from 'node:net';
import { fillPlaceholders, parsePlaceholders } from '../domain/placeholders.ts';
import { mayConnect } from '../guarded/addresses.ts';
import { type Problem, problem } from './problems.ts';

const OTHER_SCHEMES: ReadonlySet<string> = new Set(['mailto:', 'tel:', 'sms:']);
/** Browsers and servers accept some thousand characters. */
const ADDRESS_MOST = 8192;

/** Names and addresses that only a network of its own knows. */
const LOCAL_NAME = /^(?:localhost|[^.]+)$|\.(?:localhost|local|internal|lan|home|corp)$/i;

/** Why no recipient can load the image of this address; null if nothing speaks against it. */
export function unreachableImage(src: string): string | null {
  const text = src.trim().replace(/[\t\r\n]/g, '');
  const segments = parsePlaceholders(text.slice(0, ADDRESS_MOST));
  if (typeof segments[0] !== 'string' || text.startsWith('//')) return null;
  const filled = fillPlaceholders(segments, { get: () => 'x' });
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(filled)?.[1]?.toLowerCase();
  if (scheme === undefined) return 'The address of the image has no scheme; write it with https://.';
  if (scheme === 'data') return null;
  if (scheme !== 'http' && scheme !== 'https')
    return `Mail clients do not load images from ${scheme}: addresses; upload the image, and use its https:// address.`;
  if (!URL.canParse(filled)) return 'The address of the image is not a valid URL; check its host and port.';
  const host = new URL(filled).hostname.replace(/^\[|\]$/g, '');
  const isLocal = isIP(host) === 0 ? LOCAL_NAME.test(host) : !mayConnect(host, { loopback: false });
  return isLocal ? `${host} is only in a network of its own; recipients can not load the image.` : null;
}

type ReadLink = { readonly ask: string | null } | { readonly wrong: Problem };

const NOTHING: ReadLink = Object.freeze({ ask: null });

/** Reads the `href` of a link. One with placeholders is only parsed, with `x` in their places: its address differs for each recipient. */
export function readLink(href: string): ReadLink {
  const text = href.trim().replace(/[\t\r\n]/g, '');
  const wrong = (said: string): ReadLink => ({ wrong: problem('link_invalid', text, said) });
  if (text === '' || text === '#') return wrong('The link has no address; add one.');
  if (text.length > ADDRESS_MOST) return wrong(`The address has more than ${ADDRESS_MOST} characters.`);
  if (text.startsWith('#')) return NOTHING;
  const segments = parsePlaceholders(text);
  // The whole address is a placeholder.
  if (typeof segments[0] !== 'string') return NOTHING;
  const filled = fillPlaceholders(segments, { get: () => 'x' });
  if (!URL.canParse(filled)) {
    return wrong(
      /^[a-z][a-z\d+.-]*:/i.test(filled)
        ? 'The address is not a valid URL; check its host and port.'
        : 'The address has no scheme; write it with https://.',
    );
  }
  const { protocol, hash, href: whole } = new URL(filled);
  if (OTHER_SCHEMES.has(protocol)) return NOTHING;
  if (protocol !== 'http:' && protocol !== 'https:')
    return wrong(`Mail clients do not open ${protocol} links; use https://.`);
  return { ask: segments.length > 1 ? null : whole.slice(0, whole.length - hash.length) };
}
