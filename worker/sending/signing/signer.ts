import { hash, sign } from 'node:crypto';
import type { DkimKey } from './keys.ts';
import { relaxedBody, relaxedField } from './relaxed.ts';

export type Signer = ReturnType<typeof createSigner>;

/**
 * RFC 8058, 4 requires both List-Unsubscribe fields, Gmail requires Feedback-ID. Fields that a server on the way may change
 * (Return-Path, Received) are left out (RFC 6376, 5.4.1).
 */
const SIGNED = new Set(
  [
    ['from', 'to', 'cc', 'reply-to', 'sender', 'subject', 'date', 'message-id', 'in-reply-to', 'references'],
    ['mime-version', 'content-type', 'content-transfer-encoding', 'auto-submitted'],
    ['list-unsubscribe', 'list-unsubscribe-post', 'list-id', 'feedback-id'],
  ].flat(),
);
/** Named even if a mail lacks them: mail readers act on them, and anyone could add one, such as a List-Unsubscribe button. */
const ALWAYS: ReadonlyMap<string, string> = new Map(
  [
    ['From', 'Sender', 'Reply-To', 'To', 'Cc', 'Subject', 'Date', 'Message-ID'],
    ['MIME-Version', 'Content-Type', 'Content-Transfer-Encoding'],
    ['List-Unsubscribe', 'List-Unsubscribe-Post', 'List-Id', 'Feedback-ID'],
  ]
    .flat()
    .map((name) => [name.toLowerCase(), name]),
);
/** RFC 5322, 2.1.1: lines should keep to 78 characters. */
const LINE = 78;

export function createSigner(clock: () => number = Date.now) {
  return {
    /**
     * The DKIM-Signature fields (RFC 6376), one a key. `raw` has CRLF and is read before this returns. Signing runs in libuv's
     * threads and takes about 330 µs of CPU with RSA 2048.
     */
    async sign(raw: Buffer, keys: readonly DkimKey[]): Promise<Buffer> {
      const headEnd = raw.indexOf('\r\n\r\n');
      const head = raw.toString('latin1', 0, headEnd === -1 ? raw.length : headEnd);
      const bodyHash = hash('sha256', relaxedBody(raw, headEnd === -1 ? raw.length : headEnd + 4), 'base64');
      const { names, fields } = signedFields(head);
      const time = Math.floor(clock() / 1000);
      const signatures = keys.map(async (key) => {
        const tags = [
          `v=1; a=${key.algorithm}; c=relaxed/relaxed; d=${key.domain};`,
          `s=${key.selector}; t=${time}; bh=${bodyHash};`,
          ...names,
          'b=',
        ];
        // The signature's own field comes last, with an empty b= and without a line end (RFC 6376, 3.7).
        const data = Buffer.from(`${fields}dkim-signature:${tags.join(' ')}`, 'latin1');
        return `DKIM-Signature: ${tags.join('\r\n ')}${folded(await signed(data, key))}\r\n`;
      });
      return Buffer.from((await Promise.all(signatures)).join(''), 'latin1');
    },
  };
}

/**
 * From last to first: of fields with one name, the last comes first (RFC 6376, 5.4.2). Each name is listed once more than the mail
 * has it, so another such field, which many mail readers would show instead of ours, breaks the signature (8.15).
 */
function signedFields(head: string): { names: string[]; fields: string } {
  const lines: string[] = [];
  let names = 'h=';
  let fields = '';
  const once = new Map(ALWAYS);
  const add = (name: string): void => {
    if (names.length + name.length + ' :'.length > LINE) {
      lines.push(names);
      names = '';
    }
    names += `${name}:`;
  };
  const all = head.split(/\r\n(?![ \t])/);
  for (let at = all.length - 1; at >= 0; at--) {
    const field = all[at]!;
    const colon = field.indexOf(':');
    if (colon < 1) continue;
    const name = field.slice(0, colon).trimEnd();
    const lower = name.toLowerCase();
    if (!SIGNED.has(lower)) continue;
    once.set(lower, name);
    add(name);
    fields += `${relaxedField(field, colon)}\r\n`;
  }
  for (const name of once.values()) add(name);
  lines.push(`${names.slice(0, -1)};`);
  return { names: lines, fields };
}

const folded = (text: string): string => text.match(/.{1,74}/g)?.join('\r\n ') ?? '';

function signed(data: Buffer, { algorithm, key }: DkimKey): Promise<string> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, signature: Buffer): void =>
      error ? reject(error) : resolve(signature.toString('base64'));
    if (algorithm === 'rsa-sha256') sign('sha256', data, key, done);
    // RFC 8463, 3: PureEdDSA over the SHA-256 of the data.
    else sign(null, hash('sha256', data, 'buffer'), key, done);
  });
}
