const TABLE = new URL('../../../shared/contact-fields.ts', import.meta.url).href;
const LONGER = new URL('./table.ts', import.meta.url).href;

/** @type {import('node:module').ResolveHook} */
export async function resolve(specifier, context, nextResolve) {
  const found = await nextResolve(specifier, context);
  // The longer table is made of the real one.
  return found.url === TABLE && context.parentURL !== LONGER ? { ...found, url: LONGER } : found;
}
