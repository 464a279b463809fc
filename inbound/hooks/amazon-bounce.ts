import type { ReplyClass } from '../../common/domain/reply-classes.ts';

/** Amazon's types, which Resend has too. https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html#bounce-types */
const SUBTYPES: Readonly<Record<string, ReplyClass>> = {
  'Permanent/NoEmail': 'gone',
  'Permanent/Suppressed': 'gone',
  'Permanent/OnAccountSuppressionList': 'gone',
  'Transient/MailboxFull': 'full',
  'Transient/MessageTooLarge': 'size',
  'Transient/ContentRejected': 'content',
  'Transient/AttachmentRejected': 'content',
  'Transient/CustomTimeoutExceeded': 'later',
};

export const amazonClass = (type: string, subtype: string): readonly [ReplyClass, string] => [
  SUBTYPES[`${type}/${subtype}`] ?? 'unknown',
  `${type}-${subtype}`.replaceAll(/[^\w-]/g, '').slice(0, 60),
];

/** Amazon passes on automatic replies as `Transient/General`, without the status of a failed delivery. They are no bounces. */
export const mayBeAutoReply = (type: string, subtype: string): boolean =>
  type === 'Transient' && subtype === 'General';
