export interface Attachment {
  readonly name: string;
  readonly type: string;
  /** Before its encoding. */
  readonly bytes: number;
}

/** An attachment, and its place among the encoded ones (`common/compose/attachments.ts`). */
export interface PlacedAttachment extends Attachment {
  readonly at: number;
  readonly length: number;
}

export interface Attachments {
  readonly bytes: Buffer;
  readonly files: readonly PlacedAttachment[];
}

/** The limit of file systems. */
export const FILE_NAME_MAX = 255;

const UNKNOWN = 'application/octet-stream';

/** Control characters would end the header with the name; slashes would name a folder when the file is saved. */
const UNUSABLE = /[\p{Cc}\u2028\u2029/\\]/u;

export const isFileName = (name: string): boolean =>
  name.trim() !== '' && name.length <= FILE_NAME_MAX && !UNUSABLE.test(name);

const TYPE = /^([a-z0-9][\w!#$&^.+-]{0,63})\/([a-z0-9][\w!#$&^.+-]{0,63})$/;
/** The parameters that define how to read a text, or describe a calendar invitation. */
const PARAMETER = /^(charset|method)="?([\w.:+-]{1,40})"?$/;
/** A part of these types must not be base64 (RFC 2046, 5; RFC 2045, 6.4). */
const COMPOSITE = /^(multipart|message)\//;

/** Keeps only `charset` and `method`. Messages and multiparts are `application/octet-stream`: a mail may not encode them. */
export function mediaTypeOf(given: string): string {
  const [type = '', ...parameters] = given
    .slice(0, 255)
    .toLowerCase()
    .split(';')
    .map((one) => one.trim());
  if (!TYPE.test(type) || COMPOSITE.test(type)) return UNKNOWN;
  const kept = new Map(
    parameters.flatMap((one) => [PARAMETER.exec(one)?.slice(1) ?? []]).filter((one) => one.length > 0) as [
      string,
      string,
    ][],
  );
  return [type, ...[...kept].map(([name, value]) => `${name}=${value}`)].join('; ');
}
