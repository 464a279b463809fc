/** The key of a single send's mailing. */
export const mailingOfSend = (singleSendId: number): string => `send-${singleSendId}`;

/** The key of the mailing of an automation's email, an automation schedule. */
export const mailingOfEmail = (scheduleId: number): string => `email-${scheduleId}`;

/** The key of a single message's mailing. */
export const mailingOfMessage = (messageId: number): string => `message-${messageId}`;

/** Whether a key is that of a single message. */
export const isMessageMailing = (key: string): boolean => key.startsWith('message-');

/** Whether a key is that of an automation's email. */
export const isEmailMailing = (key: string): boolean => key.startsWith('email-');
