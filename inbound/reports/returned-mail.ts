import { LIMITS } from './limits.ts';

/** Fields with the Message-ID of a returned mail. Some providers move it to their own field and give the mail a new one. */
const MESSAGE_ID =
  /^(?:message-id|x-original-message-id|x-google-original-message-id|x-microsoft-original-message-id|original-message-id|x-ms-exchange-organization-original-message-id|x-actual-message-id):[ \t]*(?:\r?\n[ \t]+)?<([^<>\s]{1,998})>/gim;
const RETURN_PATH =
  /^(?:return-path|original-mail-from|x-original-return-path|errors-to):[ \t]*(?:rfc822;)?[ \t]*<?([^<>\s;]{1,320}@[^<>\s;]{1,255})>?/gim;

const LIST_UNSUBSCRIBE = /^list-unsubscribe:([^\r\n]{0,2000}(?:\r?\n[ \t][^\r\n]{0,2000}){0,5})/gim;
/** The address or token in the link of a List-Unsubscribe, as `common/compose/compile-mail.ts` writes it. */
const UNSUBSCRIBE = /(?:mailto:(u-[^\s<>?]{1,320})|\/unsubscribe\/([\w-]{36,40}))/gi;

function valuesOf(pattern: RegExp, text: string, most: number): string[] {
  const found = new Set<string>();
  for (const [, one, other] of text.matchAll(pattern)) {
    found.add((one ?? other)!);
    if (found.size >= most) break;
  }
  return [...found];
}

export const messageIdsIn = (text: string): string[] =>
  valuesOf(MESSAGE_ID, text.slice(0, LIMITS.text), LIMITS.messageIds);

export const returnPathsIn = (text: string): string[] =>
  valuesOf(RETURN_PATH, text.slice(0, LIMITS.text), LIMITS.messageIds);

export const unsubscribesIn = (text: string): string[] =>
  valuesOf(LIST_UNSUBSCRIBE, text.slice(0, LIMITS.text), LIMITS.messageIds).flatMap((field) =>
    valuesOf(UNSUBSCRIBE, field, LIMITS.messageIds),
  );

export const messageIdsOf = (field: string): string[] =>
  valuesOf(/<([^<>\s]{1,998})>/g, field.slice(0, LIMITS.text), LIMITS.messageIds);
