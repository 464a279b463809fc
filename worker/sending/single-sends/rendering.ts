/** The key under which a send waits for its design to be rendered. */
export const renderingOf = (singleSendId: number): string => `send-${singleSendId}`;
