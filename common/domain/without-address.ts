/** Removes the @ from a name, so that it cannot be an address that an erasure would have to find. */
export const withoutAddress = (name: string): string => name.replaceAll(/[@＠﹫]/g, ' at ');
