/** Its own file in the bundle, as its place counts: others load it when they need it. */

/** Programs that run until they are stopped. */
export const LASTING_PROGRAMS: Readonly<Record<string, string>> = {
  api: 'serves the HTTP API and the pages',
  worker: 'sends mails and does all other work',
  inbound: 'receives bounces and complaints',
};

/** Loads a module of another program, by its name without an ending: `common` imports none of them. */
export const loadProgram = (module: string): Promise<unknown> =>
  import(new URL(`../../${module}${import.meta.url.slice(-3)}`, import.meta.url).href);
