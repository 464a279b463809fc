export const renderingOf = (singleSendId: number): string => `send-${singleSendId}`;
