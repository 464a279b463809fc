import type { BookSheet } from './csv-file.ts';

/** Reads a workbook in a thread of its own, so that a large one does not hold up the page. Null: it cannot be read. */
export async function readWorkbook(file: File): Promise<readonly BookSheet[] | null> {
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve) => {
      worker.addEventListener('message', ({ data }: MessageEvent<readonly BookSheet[] | null>) =>
        resolve(data),
      );
      worker.addEventListener('error', () => resolve(null));
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker has none.
      worker.postMessage(file);
    });
  } finally {
    worker.terminate();
  }
}
