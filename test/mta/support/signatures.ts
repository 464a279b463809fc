import { dkimVerify } from 'mailauth/lib/dkim/verify.js';

/** DNS records by name: the text of their only string. */
export type Records = Readonly<Record<string, string>>;

/** Fields that a signature of ours covers in every mail. */
const COVERED =
  'from reply-to to subject date message-id list-unsubscribe list-unsubscribe-post list-id feedback-id mime-version content-type'.split(
    ' ',
  );
/** As many verifiers look at no more. */
const MOST_SIGNATURES = 2;

interface Result {
  readonly signingDomain?: string;
  readonly selector?: string;
  readonly status: { readonly result: string; readonly comment?: string };
}

/** Faults of a mail’s DKIM signatures as mailauth sees them, in words; empty for a correct mail. */
export async function signatureFaults(raw: Buffer, records: Records): Promise<string[]> {
  const { results } = await dkimVerify(raw, {
    resolver: async (name: string) => {
      const record = records[name];
      if (record === undefined) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
      return [[record]];
    },
  });
  const fields = fieldsOf(raw);
  const present = counted(fields.map(({ name }) => name));
  const signatures = fields
    .filter(({ name }) => name === 'dkim-signature')
    .map(({ value }) => new Map(value.replaceAll(/\s/g, '').split(';').map(tag)));
  const from = /@([\w.-]+)>?\s*$/.exec(fields.find(({ name }) => name === 'from')?.value ?? '');
  const domain = from?.[1]?.toLowerCase() ?? '';
  const faults: string[] = [];
  if (signatures.length === 0) faults.push('it has no signature');
  if (signatures.length > MOST_SIGNATURES)
    faults.push(`it has ${signatures.length} signatures; ${MOST_SIGNATURES} at most`);
  if (!signatures.some((tags) => isAligned(tags.get('d') ?? '', domain)))
    faults.push(`no signature is of the domain of From, ${domain}`);
  for (const tags of signatures) {
    const [selector, signer] = [tags.get('s'), tags.get('d')];
    const where = `signature ${selector} of ${signer}`;
    const told = (results as unknown as readonly Result[]).find(
      (result) => result.selector === selector && result.signingDomain === signer,
    );
    if (told?.status.result !== 'pass')
      faults.push(`${where}: ${told?.status.result} ${told?.status.comment ?? ''}`);
    const signed = counted((tags.get('h') ?? '').toLowerCase().split(':'));
    for (const name of COVERED)
      if (present.has(name) && !signed.has(name)) faults.push(`${where}: ${name} is not signed`);
    for (const [name, times] of signed) {
      const needed = (present.get(name) ?? 0) + 1;
      if (times < needed) faults.push(`${where}: ${name} is named ${times} times, ${needed} are needed`);
    }
  }
  return faults;
}

const tag = (text: string): [string, string] => {
  const equals = text.indexOf('=');
  return [text.slice(0, equals), text.slice(equals + 1)];
};

/** Relaxed alignment (RFC 7489, 3.1.1), for domains whose organizational domain has two labels. */
const isAligned = (one: string, other: string): boolean => organization(one) === organization(other);
const organization = (domain: string): string => domain.split('.').slice(-2).join('.');

const fieldsOf = (raw: Buffer): { name: string; value: string }[] =>
  raw
    .toString('latin1')
    .split('\r\n\r\n', 1)[0]!
    .split(/\r\n(?![ \t])/)
    .map((field) => {
      const colon = field.indexOf(':');
      return { name: field.slice(0, colon).trim().toLowerCase(), value: field.slice(colon + 1) };
    });

function counted(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
