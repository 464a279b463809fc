/** The other side did not answer as it must. Another try may help. */
export class Unfetched extends Error {}

/** Gets a text; throws {@link Unfetched}. */
export type FetchText = (url: string) => Promise<string>;

/** Milliseconds, and bytes of an answer. */
interface Bounds {
  readonly ms: number;
  readonly bytes: number;
}

/** A GET without redirects, within a time and a size. The caller has checked the address. */
export const boundedFetch =
  ({ ms, bytes }: Bounds): FetchText =>
  async (url) => {
    try {
      const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(ms) });
      if (response.status !== 200 || response.body === null)
        throw new Unfetched(`it answers ${response.status}`);
      const chunks: Uint8Array[] = [];
      let length = 0;
      for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
        length += chunk.byteLength;
        if (length > bytes) throw new Unfetched('its answer is too long');
        chunks.push(chunk);
      }
      return Buffer.concat(chunks).toString();
    } catch (error) {
      if (error instanceof Unfetched) throw error;
      const { message, cause } = error as Error;
      throw new Unfetched(cause instanceof Error ? cause.message : message);
    }
  };
