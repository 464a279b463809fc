/** Two selectors whose records are CNAMEs to names of the operator, who can then change the key without the owner. */
export const SLOTS = [0, 1] as const;
export type Slot = (typeof SLOTS)[number];

/** The label is that of the domain's first keys. */
export const slotSelector = (ed25519Selector: string, slot: Slot): string =>
  `s${slot + 1}${ed25519Selector.slice(1)}`;

/** The name at which the operator publishes a key. */
export const publishedName = (selector: string, cnameDomain: string): string => `${selector}.${cnameDomain}`;

/** Milliseconds for which the record of the key before stays: receivers may check mails that are on their way. */
export const IN_FLIGHT_MS = 7 * 24 * 3600_000;
