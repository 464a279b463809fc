/** A file of a single message. */
export interface Attachment {
  readonly name: string;
  /** A media type as {@link mediaTypeOf} makes it. */
  readonly type: string;
  /** Before its encoding. */
  readonly bytes: number;
}

/** An attachment, and its place among the encoded ones (`common/compose/attachments.ts`). */
export interface PlacedAttachment extends Attachment {
  /** Offset of its first line. */
  readonly at: number;
  /** With line ends. */
  readonly length: number;
}

export interface Attachments {
  /** As encoded at the mail's end. */
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

/**
 * A media type for a mail: `type/subtype`, with `charset` and `method`. Anything else is `application/octet-stream`, also messages and
 * multiparts, whose content a mail may not encode.
 */
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
