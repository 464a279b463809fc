/** The text is readable for the operator. */
export class StartRefusal extends Error {}
