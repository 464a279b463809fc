import { createHash, createPublicKey, verify } from 'node:crypto';
import { tagsOf } from '../../common/domain/record-tags.ts';

/** A signature of a mail whose body is unchanged (RFC 6376). Whether its key is right is for the DNS to say. */
export interface MailSignature {
  readonly domain: string;
  readonly selector: string;
  readonly algorithm: 'rsa-sha256' | 'ed25519-sha256';
  /** The signed bytes. */
  readonly data: Buffer;
  readonly signature: Buffer;
}

interface Field {
  readonly name: string;
  /** With its name, without its last line end. */
  readonly text: string;
}

const MOST = 5;
const MOST_FIELDS = 200;

/** Signatures whose body hash is right and that cover From. Others, and those with a limit on the body (l=), prove nothing. */
export function signaturesOf(raw: Buffer): MailSignature[] {
  const text = raw.toString('latin1').replace(/\r?\n/g, '\r\n');
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return [];
  const fields = text
    .slice(0, end)
    .split(/\r\n(?![ \t])/)
    .slice(0, MOST_FIELDS)
    .map((field): Field => ({ name: field.slice(0, field.indexOf(':')).trim().toLowerCase(), text: field }));
  const body = text.slice(end + 4);
  const signed = fields.filter(({ name }) => name === 'dkim-signature').slice(0, MOST);
  return signed.flatMap((field) => signatureOf(field, fields, body) ?? []);
}

function signatureOf(own: Field, fields: readonly Field[], body: string): MailSignature | null {
  const tags = tagsOf(own.text.slice(own.text.indexOf(':') + 1));
  const of = (tag: string): string => tags.get(tag) ?? '';
  const algorithm = of('a').toLowerCase();
  if (algorithm !== 'rsa-sha256' && algorithm !== 'ed25519-sha256') return null;
  const [forFields = 'simple', forBody = 'simple'] = (of('c') || 'simple').toLowerCase().split('/');
  const names = of('h').toLowerCase().split(':');
  const expires = Number(tags.get('x') ?? Number.POSITIVE_INFINITY);
  if (!of('d') || !of('s') || !names.includes('from') || tags.has('l') || expires * 1000 < Date.now())
    return null;
  const bodyHash = createHash('sha256').update(bodyIn(body, forBody), 'latin1').digest('base64');
  if (bodyHash !== of('bh')) return null;

  const written = forFields === 'relaxed' ? relaxed : (field: string) => field;
  // Of fields with one name, the last comes first (RFC 6376, 5.4.2).
  const left = [...fields].reverse();
  let data = '';
  for (const name of names) {
    const at = left.findIndex((field) => field.name === name);
    if (at !== -1) data += `${written(left.splice(at, 1)[0]!.text)}\r\n`;
  }
  data += written(own.text.replace(/([;:]\s*b\s*=)[^;]*/i, '$1'));
  return {
    domain: of('d').toLowerCase(),
    selector: of('s').toLowerCase(),
    algorithm,
    data: Buffer.from(data, 'latin1'),
    signature: Buffer.from(of('b'), 'base64'),
  };
}

/** RFC 6376, 3.4.2. */
function relaxed(field: string): string {
  const colon = field.indexOf(':');
  const value = field
    .slice(colon + 1)
    .replaceAll('\r\n', '')
    .replace(/[ \t]+/g, ' ')
    .trim();
  return `${field.slice(0, colon).trim().toLowerCase()}:${value}`;
}

/** RFC 6376, 3.4.3 and 3.4.4. */
function bodyIn(body: string, form: string): string {
  const lines = body.split('\r\n');
  const written = form === 'relaxed' ? lines.map((line) => line.replace(/[ \t]+/g, ' ').trimEnd()) : lines;
  while (written.length > 0 && written.at(-1) === '') written.pop();
  if (written.length === 0) return form === 'relaxed' ? '' : '\r\n';
  return `${written.join('\r\n')}\r\n`;
}

/** An Ed25519 key in SPKI has these bytes before its own 32 (RFC 8410), which the DNS record has (RFC 8463). */
const ED25519_HEAD = Buffer.from('302a300506032b6570032100', 'hex');
const LEAST_BITS = 1024;

/** Whether the key of a DNS record made the signature. */
export function isSignedBy({ algorithm, data, signature }: MailSignature, record: string): boolean {
  const tags = tagsOf(record);
  const [kind] = algorithm.split('-');
  if ((tags.get('k') ?? 'rsa').toLowerCase() !== kind || !tags.get('p')) return false;
  try {
    const bytes = Buffer.from(tags.get('p')!, 'base64');
    if (kind === 'rsa') {
      const key = createPublicKey({ key: bytes, format: 'der', type: 'spki' });
      return (
        (key.asymmetricKeyDetails?.modulusLength ?? 0) >= LEAST_BITS && verify('sha256', data, key, signature)
      );
    }
    const key = createPublicKey({ key: Buffer.concat([ED25519_HEAD, bytes]), format: 'der', type: 'spki' });
    return verify(null, createHash('sha256').update(data).digest(), key, signature);
  } catch {
    return false;
  }
}
