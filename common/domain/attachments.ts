/** A file that comes with a single message. */
export interface Attachment {
  readonly name: string;
  /** A media type as {@link mediaTypeOf} makes it. */
  readonly type: string;
  /** Before its encoding. */
  readonly bytes: number;
}

/** An attachment, and where its base64 is among the encoded ones (`common/compose/attachments.ts`). */
export interface PlacedAttachment extends Attachment {
  /** Offset of its first line. */
  readonly at: number;
  /** With line ends. */
  readonly length: number;
}

/** The attachments of a mail. */
export interface Attachments {
  /** As they stand at its end. */
  readonly bytes: Buffer;
  readonly files: readonly PlacedAttachment[];
}

/** Characters of a file's name: what file systems take. */
export const FILE_NAME_MAX = 255;

const UNKNOWN = 'application/octet-stream';

/** Control characters would end the header that has the name; slashes would name a folder where the file is stored. */
const UNUSABLE = /[\p{Cc}\u2028\u2029/\\]/u;

export const isFileName = (name: string): boolean =>
  name.trim() !== '' && name.length <= FILE_NAME_MAX && !UNUSABLE.test(name);

const TYPE = /^([a-z0-9][\w!#$&^.+-]{0,63})\/([a-z0-9][\w!#$&^.+-]{0,63})$/;
/** Of the parameters, those that tell how a text is read, and what an invitation to a calendar is. */
const PARAMETER = /^(charset|method)="?([\w.:+-]{1,40})"?$/;
/** Of these a part in base64 is not allowed (RFC 2046, 5; RFC 2045, 6.4). */
const COMPOSITE = /^(multipart|message)\//;

/**
 * A media type as a mail names it: `type/subtype`, with `charset` and `method`. Anything else is `application/octet-stream`, and so are messages
 * and multiparts, whose content a mail may not encode.
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
