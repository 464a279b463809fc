import { createHmac } from 'node:crypto';

/** Distinguishes one APP_SECRET from another without revealing anything about it. */
export const secretMark = (appSecret: string): string =>
  createHmac('sha256', appSecret).update('backup').digest('hex').slice(0, 16);
