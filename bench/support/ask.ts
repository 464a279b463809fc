/** Error codes of a connection that ended during a request. */
const ENDED: ReadonlySet<unknown> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/**
 * `fetch`, with one repetition when the connection ended. The API closes connections that are idle for 5 s, and a client on a
 * busy machine notices it only when it uses the connection again. If the API is away, the second attempt fails too. A call that
 * is done twice this way is refused or counted twice.
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
