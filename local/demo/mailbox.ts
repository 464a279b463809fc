import { eventually } from './eventually.ts';

export interface CaughtMail {
  readonly id: number;
  readonly html: string | null;
  readonly text: string | null;
  readonly headers: readonly { readonly key: string; readonly value: string }[];
}

export interface CaughtList {
  readonly total: number;
  readonly messages: readonly { readonly id: number }[];
}

const json = async <Body>(url: string): Promise<Body> => (await fetch(url)).json() as Promise<Body>;

export function mailboxAt(url: string) {
  const base = url.replace(/\/$/, '');
  const list = (to: string, limit: number) =>
    json<CaughtList>(`${base}/messages?to=${encodeURIComponent(to)}&limit=${limit}`);
  const read = (id: number) => json<CaughtMail>(`${base}/messages/${id}`);
  return {
    list,
    read,
    async newest(to: string): Promise<CaughtMail> {
      const found = await eventually(async () => (await list(to, 1)).messages[0], `a mail to ${to}`);
      return read(found.id);
    },
  };
}
