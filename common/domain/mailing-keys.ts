/** The key of a single send's mailing. */
export const mailingOfSend = (singleSendId: number): string => `send-${singleSendId}`;
