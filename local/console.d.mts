/** Builds `root`'s console into console/dist where it is not current. `say` is told when this begins. */
export function buildConsole(root: string, say?: (line: string) => void): Promise<void>;
