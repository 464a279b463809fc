import { ConfigurationError } from '../config/configuration-error.ts';
import { StartRefusal } from '../config/start-refusal.ts';

/** Ends the process with a readable text if its start fails. A start is not awaited at the top of a module: it is built as a script. */
export function endUnlessStarted(start: Promise<void>): void {
  start.catch((error: unknown) => {
    console.error(startFailure(error));
    process.exit(1);
  });
}

/** A readable text for a failed start, if there is one. */
export const startFailure = (error: unknown): unknown =>
  error instanceof ConfigurationError || error instanceof StartRefusal
    ? error.message
    : (storeFailure(error) ?? error);

/** MongoDB's error codes for a refused login, and for missing permissions. */
const LOGIN_REFUSED = new Set([18, 8000]);
const NOT_ALLOWED = 13;

/** Null: another error. The text never contains the URL, which may hold a password. */
function storeFailure(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { name, message, code, reason } = error as Error & {
    code?: unknown;
    reason?: { type?: string; servers?: ReadonlyMap<string, unknown> };
  };
  if (LOGIN_REFUSED.has(Number(code))) return `MongoDB refuses the login in MONGODB_URL: ${message}`;
  if (code === NOT_ALLOWED) return `The MongoDB user in MONGODB_URL lacks a permission: ${message}`;
  if (name === 'MongoParseError') return `MONGODB_URL cannot be used: ${message}`;
  if (!name.endsWith('ServerSelectionError')) return null;
  const servers = [...(reason?.servers?.keys() ?? [])].join(', ');
  if (servers === '') {
    return (
      'MongoDB is not a member of the replica set that MONGODB_URL names. Start mongod with --replSet and that name, and run ' +
      'rs.initiate().'
    );
  }
  return `MongoDB cannot be reached, or has no primary (MONGODB_URL: ${servers}): ${message}`;
}
