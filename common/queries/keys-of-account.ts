/** Ids with a prefix that ends in a hyphen, as a filter: the next character is a point. */
const beginningWith = (prefix: string) => ({ $gte: prefix, $lt: `${prefix.slice(0, -1)}.` });

/** The ids of an account's stored answers to keyed calls. */
export const keptAnswersOf = (userId: number) => beginningWith(`${userId}-`);

/** The ids of its notices about unsubscribes from all mails. */
export const noticesOfUnsubscribes = (userId: number) => beginningWith(`unsubscribed-all-${userId}-`);
