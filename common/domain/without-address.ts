/** A name that people gave. Without an @ it can not be the address of a person, which erasing would have to look for. */
export const withoutAddress = (name: string): string => name.replaceAll(/[@＠﹫]/g, ' at ');
