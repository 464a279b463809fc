import type { Readable } from 'node:stream';
import type { RawAnswer } from '../http/endpoint.ts';

/** A CSV file to download. */
export const csvAnswer = (fileName: string, body: Readable | string): RawAnswer => ({
  headers: {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${fileName}"`,
  },
  body,
});
