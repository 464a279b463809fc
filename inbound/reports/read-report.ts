import type { Report } from './report.ts';

/** Reads a mail that came back. Null: it is no report. */
export async function readReport(_raw: Uint8Array): Promise<Report | null> {
  return null;
}
