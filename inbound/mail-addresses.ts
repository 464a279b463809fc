const HEADER = 64 * 1024;
const MOST = 20;
const TO = /^(?:delivered-to|x-delivered-to|x-original-to|envelope-to|x-envelope-to|to):(.*)$/gim;
const RETURN_PATH = /\bb-[a-z2-7]{48}@[a-z0-9.-]{1,255}/gi;
const REPORT = /\bdmarc-[a-z2-7]{48}@[a-z0-9.-]{1,255}/gi;
const UNSUBSCRIBE = /\bu-[a-z2-7]{48}@[a-z0-9.-]{1,255}/gi;

export interface MailAddresses {
  readonly returnPaths: readonly string[];
  /** Addresses to unsubscribe to which the mail itself went. A returned mail also names one in its List-Unsubscribe. */
  readonly unsubscribes: readonly string[];
}

export function mailAddresses(raw: Uint8Array): MailAddresses {
  const text = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('latin1');
  const recipients = recipientsIn(text);
  return {
    returnPaths: found(`${recipients} ${text}`, RETURN_PATH),
    unsubscribes: found(recipients, UNSUBSCRIBE),
  };
}

/** Addresses for reports about a sending domain to which the mail itself went. */
export const reportAddresses = (raw: Uint8Array): string[] =>
  found(
    recipientsIn(
      Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, HEADER)).toString('latin1'),
    ),
    REPORT,
  );

function recipientsIn(text: string): string {
  const end = /\r?\n\r?\n/.exec(text.slice(0, HEADER))?.index ?? HEADER;
  const header = text.slice(0, end).replaceAll(/\r?\n[ \t]+/g, ' ');
  return [...header.matchAll(TO)].map(([, value]) => value).join(' ');
}

function found(text: string, pattern: RegExp): string[] {
  const all = new Set<string>();
  for (const [address] of text.matchAll(pattern)) {
    all.add(address.toLowerCase());
    if (all.size >= MOST) break;
  }
  return [...all];
}
