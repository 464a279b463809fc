/** The other side gave no correct answer. Another try may help. */
export class FetchFailure extends Error {}

export type FetchText = (url: string) => Promise<string>;

/** A GET without redirects, within a time and a size. The caller has checked the address. */
export const boundedFetch =
  ({ ms, bytes }: Readonly<Record<'ms' | 'bytes', number>>): FetchText =>
  async (url) => {
    try {
      const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(ms) });
      if (response.status !== 200 || response.body === null)
        throw new FetchFailure(`it answers ${response.status}`);
      const chunks: Uint8Array[] = [];
      let length = 0;
      for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
        length += chunk.byteLength;
        if (length > bytes) throw new FetchFailure('its answer is too long');
        chunks.push(chunk);
      }
      return Buffer.concat(chunks).toString();
    } catch (error) {
      if (error instanceof FetchFailure) throw error;
      const { message, cause } = error as Error;
      throw new FetchFailure(cause instanceof Error ? cause.message : message);
    }
  };
