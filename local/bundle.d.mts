/** Bundles the programs of a folder of sources into another folder. */
export function bundlePrograms(sources: string, out: string): Promise<void>;
