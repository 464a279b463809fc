/** What a program refuses to start for, in words for whoever starts it. */
export class StartRefused extends Error {}
