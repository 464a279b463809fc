/** Bundles the programs of a folder of sources into another folder, and programs of tests into its folder `tests`. */
export function bundlePrograms(sources: string, out: string, tests?: readonly string[]): Promise<void>;
/** Bundles some files alone. */
export function bundleFiles(sources: string, out: string, files: readonly string[]): Promise<void>;
/** The same again with each change of a source, until `stop`. */
export function watchPrograms(sources: string, out: string): Promise<{ stop(): Promise<void> }>;
/** Packages that others try to load and do without, and one that is compiled for the machine. */
export const APART: string[];
/** What CommonJS packages expect around them. */
export const COMMONJS: string;
