export const mailingOfSend = (singleSendId: number): string => `send-${singleSendId}`;

/** An email of an automation is an automation schedule. */
export const mailingOfEmail = (scheduleId: number): string => `email-${scheduleId}`;

export const mailingOfMessage = (messageId: number): string => `message-${messageId}`;

export const isMessageMailing = (key: string): boolean => key.startsWith('message-');

export const isEmailMailing = (key: string): boolean => key.startsWith('email-');
