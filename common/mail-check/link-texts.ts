import { organizationOf } from '../domain/organizations.ts';
import { fillPlaceholders, parsePlaceholders } from '../domain/placeholders.ts';
import { type Problem, problem } from './problems.ts';

/** A text that is an address alone: `https://shop.example/offers`, `shop.com`. */
const ADDRESS =
  /^(https?:\/\/)?((?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.){1,8}(\p{L}{2,24}))(?::\d{1,5})?(?:[/?#]\S*)?$/iu;
/** Other endings may be those of a file, as in `offer.pdf`. */
const ENDINGS: ReadonlySet<string> = new Set(
  'at au be br ca ch cn co com cz de dk es eu fi fr gr hu ie in info io it jp kr mx net nl no nz org pl pt ro ru se shop store tr uk us'.split(
    ' ',
  ),
);
const LONGEST = 2048;

const SHORTENERS: ReadonlySet<string> = new Set(
  'bit.ly bitly.com buff.ly cutt.ly goo.gl is.gd lnkd.in ow.ly rb.gy rebrand.ly s.id shorturl.at t.co t.ly t1p.de tiny.cc tinyurl.com v.gd'.split(
    ' ',
  ),
);
const PROGRAM = /\.(?:apk|bat|cmd|com|dmg|exe|hta|iso|jar|js|lnk|msi|pif|ps1|scr|vbs|wsf)$/i;

/** Problems of a link's target and of the text that a reader sees; `tracked`: the link leads through the service. */
export function linkTextProblems(href: string, shown: string, tracked: boolean): Problem[] {
  const target = targetOf(href);
  if (!target) return [];
  const problems: Problem[] = [];
  const host = target.hostname;
  const address = href.trim();
  const named = namedHost(shown);
  if (named !== null && !isSame(named, host))
    problems.push(
      problem(
        'link_text_foreign',
        address,
        `The link shows ${named}, and leads to ${host}. Readers and spam filters take this for fraud: show what it leads to.`,
      ),
    );
  else if (named !== null && tracked)
    problems.push(
      problem(
        'link_text_tracked',
        address,
        `The link shows the address ${named}, but a click goes through the host that counts clicks, which spam filters see. Write words instead.`,
      ),
    );
  if (SHORTENERS.has(host))
    problems.push(
      problem(
        'link_shortened',
        address,
        `${host} hides the target, so spam filters distrust it. Write the address itself.`,
      ),
    );
  if (PROGRAM.test(target.pathname) && target.pathname !== '/')
    problems.push(
      problem(
        'link_program',
        address,
        'The link leads to a program. Mail providers block such mails: link to a page.',
      ),
    );
  return problems;
}

function targetOf(href: string): URL | null {
  const segments = parsePlaceholders(href.trim().slice(0, LONGEST));
  if (typeof segments[0] !== 'string') return null;
  const filled = fillPlaceholders(segments, { get: () => 'x' });
  const target = URL.canParse(filled) ? new URL(filled) : null;
  return target && /^https?:$/.test(target.protocol) ? target : null;
}

/** The host that a text names, if it is an address alone, in the form of URLs. */
function namedHost(shown: string): string | null {
  const [, scheme, host, ending] = (shown.length <= LONGEST && ADDRESS.exec(shown.trim())) || [];
  if (host === undefined || !URL.canParse(`http://${host}`)) return null;
  const isAddress = scheme !== undefined || /^www\./i.test(host) || ENDINGS.has(ending!.toLowerCase());
  if (!isAddress) return null;
  const { hostname } = new URL(`http://${host}`);
  return organizationOf(hostname) === null ? null : hostname;
}

const isSame = (one: string, other: string): boolean => organizationOf(one) === organizationOf(other);
