export const normalised = (raw: Buffer): Buffer =>
  Buffer.from(raw.toString('latin1').replace(/\r\n|\r|\n/g, '\r\n'), 'latin1');
