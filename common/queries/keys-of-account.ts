/** Ids that begin with a text which ends in a hyphen, as a filter: a point comes next. */
const beginningWith = (prefix: string) => ({ $gte: prefix, $lt: `${prefix.slice(0, -1)}.` });

/** The ids of an account's answers that are kept for repeated calls. */
export const keptAnswersOf = (userId: number) => beginningWith(`${userId}-`);

/** The ids of its notices that tell who unsubscribed from all mails. */
export const noticesOfUnsubscribes = (userId: number) => beginningWith(`unsubscribed-all-${userId}-`);
