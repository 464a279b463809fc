import { withTimeLimit } from '../../../common/batching/late.ts';
import { askGuarded, type GuardSettings } from '../../../common/guarded/client.ts';
import type { RecordFindings } from '../../../common/models/sending-domains.ts';
import { type BimiUrls, bimiOf, dmarcOf } from './domain-records.ts';

const LOOK_MS = 3000;
/** The recommendation of the BIMI group and of Gmail. */
const LOGO_BYTES = 32 * 1024;
const TITLE = /<title[\s>]/i;
/** Elements and attributes that SVG Tiny PS excludes. */
const EXCLUDED =
  /<(?:script|image|foreignObject|animate\w*|set|a|iframe|video|audio|style)[\s>/]|\son\w+\s*=|<!ENTITY/i;
const ROOT = /<svg\s[^>]{0,4000}>/i;

export interface BimiFinding extends BimiUrls {
  readonly host: string;
  readonly status: 'ok' | 'missing' | 'wrong' | 'unknown' | 'unchecked';
  /** Whether the DMARC policy is strong enough for a logo: quarantine or reject, for all mails. Null: the DNS gave no answer. */
  readonly policy_ok: boolean | null;
  readonly problems: readonly string[];
}

/** Looks at the record of `findings` and fetches its logo, without access to the internal network. Does not reject. */
export async function lookAtBimi(
  domain: string,
  findings: RecordFindings,
  { signal, ...settings }: GuardSettings & { readonly signal: AbortSignal },
): Promise<BimiFinding> {
  const host = `default._bimi.${domain}`;
  const record = findings.bimi;
  const urls = bimiOf(record?.found ?? []) ?? { logo: null, certificate: null };
  const isKnown = findings.dmarc?.status !== 'unknown';
  const weak = isKnown ? policyProblem(findings.dmarc?.found ?? []) : null;
  const common = { host, ...urls, policy_ok: isKnown ? weak === null : null };
  const status = record?.status ?? 'unchecked';
  if (status === 'unknown' || status === 'missing' || status === 'unchecked')
    return { ...common, status, problems: [] };
  const problems = [
    record?.problem ?? null,
    urls.logo === null ? null : await logoProblem(urls.logo, settings, signal),
    weak,
  ].filter((problem) => problem !== null);
  if (problems.length > 0) return { ...common, status: 'wrong', problems };
  return { ...common, status: isKnown ? 'ok' : 'unknown', problems };
}

function policyProblem(found: readonly string[]): string | null {
  const dmarc = dmarcOf(found);
  if (dmarc === null) return 'The domain has no valid DMARC record';
  if (dmarc.policy === 'none') return 'The DMARC policy is none; logos need quarantine or reject';
  if (dmarc.subdomains === 'none') return 'The DMARC record has sp=none; logos need quarantine or reject';
  if (dmarc.testing) return 'The DMARC record has t=y, so its policy is not applied';
  return dmarc.percent < 100 ? 'The DMARC record has pct below 100' : null;
}

async function logoProblem(
  url: string,
  settings: GuardSettings,
  signal: AbortSignal,
): Promise<string | null> {
  const answer = await askGuarded(
    { method: 'GET', url, plain: false, redirects: 2, signal: withTimeLimit(signal, LOOK_MS) },
    settings,
  );
  if (answer.kind === 'refused') return 'The address of the logo is not public';
  if (answer.kind === 'failed') return `The logo could not be fetched (${answer.code})`;
  if (answer.status !== 200) return `The address of the logo answered ${answer.status}`;
  if (answer.cut || answer.body.length > LOGO_BYTES) return 'The logo has more than 32 kB';
  return svgProblem(answer.body);
}

/** The basics of SVG Tiny PS, the profile that BIMI asks for. */
export function svgProblem(body: Buffer): string | null {
  if (body[0] === 0x1f && body[1] === 0x8b) return 'The logo is compressed';
  const text = body.toString('utf8');
  const root = ROOT.exec(text)?.[0];
  if (root === undefined) return 'The logo is no SVG';
  if (!/\sbaseProfile\s*=\s*["']tiny-ps["']/i.test(root)) return 'The logo has no baseProfile="tiny-ps"';
  if (!/\sversion\s*=\s*["']1\.2["']/.test(root)) return 'The logo has no version="1.2"';
  if (!TITLE.test(text)) return 'The logo has no title';
  if (/\s[xy]\s*=/.test(root)) return 'The svg element of the logo has x or y';
  if (EXCLUDED.test(text) || /(?:href|src)\s*=\s*["'](?!#)/i.test(text))
    return 'The logo has scripts, images, links or animations';
  const box = /\sviewBox\s*=\s*["']\s*[\d.+-]+[\s,]+[\d.+-]+[\s,]+([\d.]+)[\s,]+([\d.]+)/.exec(root);
  return box && box[1] !== box[2] ? 'The logo is not square' : null;
}
