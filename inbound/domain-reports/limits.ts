/** Bytes of a mail with a report that are kept and read. Reports are compressed; most have fewer than 50 kB. */
export const REPORT_BYTES = 2 ** 20;

export const REPORT_LIMITS = Object.freeze({
  /** Of the unpacked XML, which is read as it is unpacked. */
  xml: 20 * 2 ** 20,
  /** Of the unpacked JSON, which is read as a whole. */
  json: 4 * 2 ** 20,
  nesting: 20,
  /** Elements of a report that are read. */
  elements: 1_000_000,
  /** Different rows of a report. Further ones are not counted. */
  rows: 2000,
  attachments: 5,
  text: 255,
  signatures: 10,
});
