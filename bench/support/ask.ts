/** What a connection that ended under a request is called. */
const ENDED: ReadonlySet<unknown> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/**
 * `fetch`, asked once more where the connection ended under it: the API closes what is idle for 5 s, and on a machine that
 * is busy a client hears of it only when it has used it again. An API that is not there fails the second time, too, and
 * what was done twice is refused or counted twice.
 */
export async function ask(url: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: unknown };
    if (!ENDED.has(code)) throw error;
    return fetch(url, init);
  }
}
