/** Removes the @ from a name, so that it cannot be an address that an erasure would have to find. */
export const withoutAddress = (name: string): string => name.replaceAll(/[@＠﹫]/g, ' at ');

/** Replaces each address in a text, such as a server's reply, by an ellipsis. */
export const withoutAddresses = (text: string): string =>
  text.replace(/[^\s@<>]{1,100}@[^\s@<>]{1,255}/g, '…');
