/** Why a program refuses to start, as a readable text for the operator. */
export class StartRefusal extends Error {}
