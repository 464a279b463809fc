export class StartRefusal extends Error {}
