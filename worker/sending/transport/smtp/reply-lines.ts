import { domainOf } from '../../../../common/domain/domain-of.ts';
import { classify, type ReplyStage } from '../../../../common/replies/classify.ts';
import type { MailAnswer } from '../outcome.ts';

/** A complete reply (RFC 5321, 4.2). `code` is 0 if the server did not speak SMTP. */
export interface Reply {
  readonly code: number;
  /** All lines with their codes, unchanged. */
  readonly text: string;
}

/** The step of the dialogue of a reply, if it changes the meaning of a refusal. */
export type Stage = Exclude<ReplyStage, 'report'>;

const REPLY_LENGTH = 500;
/** The most bytes of a reply that are kept. RFC 5321 allows 512 octets a line; an endless reply is cut off here. */
const MOST_HELD = 64 * 1024;

export function createReplyReader() {
  let held = '';
  return {
    feed(chunk: Buffer): void {
      held += chunk.toString('latin1');
    },
    next(): Reply | null {
      let lineStart = 0;
      for (;;) {
        const newline = held.indexOf('\n', lineStart);
        if (newline === -1) {
          if (held.length > MOST_HELD) return { code: 0, text: 'a reply without an end' };
          return null;
        }
        const separator = held.charCodeAt(lineStart + 3);
        const code = digits(held, lineStart);
        lineStart = newline + 1;
        // `250-…` means that more lines of the reply follow. Any other line ends it, even text that is not SMTP.
        if (code !== 0 && separator === 0x2d) continue;
        const text = held.slice(0, lineStart);
        held = held.slice(lineStart);
        if (text.trim() === '') {
          lineStart = 0;
          continue;
        }
        return { code, text };
      }
    },
    empty: (): boolean => held === '',
  };
}

function digits(text: string, at: number): number {
  const first = text.charCodeAt(at) - 48;
  const second = text.charCodeAt(at + 1) - 48;
  const third = text.charCodeAt(at + 2) - 48;
  const isCode = first >= 2 && first <= 5 && second >= 0 && second <= 9 && third >= 0 && third <= 9;
  return isCode ? first * 100 + second * 10 + third : 0;
}

/** A server's text for storing and showing: one line, no control characters, at most 500 characters. */
export function flatten(text: string): string {
  const bytes = /[\x80-\xff]/.test(text) ? Buffer.from(text, 'latin1') : null;
  const decoded = bytes?.toString('utf8') ?? text;
  // No standard sets the charset of a reply. In practice it is UTF-8; if not, each byte becomes one character.
  const readable = decoded.includes('\uFFFD') ? text : decoded;
  return readable
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, REPLY_LENGTH);
}

/** The enhanced status of a reply, if it has one that matches its reply code (RFC 2034). */
export function enhancedCode(reply: Reply): string | null {
  const found = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(reply.text)?.[1] ?? null;
  return found !== null && found.startsWith(String(Math.floor(reply.code / 100))) ? found : null;
}

/** Null for a reply that is neither 4xx nor 5xx. The caller corrects `bytesFree` if the server has not read all bytes. */
export function answerOf(reply: Reply, stage: Stage, to: string, server: string): MailAnswer | null {
  if (reply.code < 400 || reply.code > 599) return null;
  const text = flatten(reply.text);
  const code = enhancedCode(reply);
  const verdict = classify({
    stage,
    code: reply.code,
    enhanced: code,
    text,
    domain: domainOf(to),
    server: server.slice(0, server.lastIndexOf(':')),
  });
  // 503 means that the session is in the wrong state, not that the server refuses the mail.
  if (reply.code < 500 || reply.code === 503)
    return { kind: 'deferred', reply: text, code, ...verdict, bytesFree: true };
  return { kind: 'refused', reply: text, code, ...verdict, bytesFree: true };
}
