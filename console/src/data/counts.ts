/** What became of mails. */
const COUNTED = ['accepted', 'opened', 'clicked', 'unsubscribed', 'complained', 'bounced'] as const;
export type Counts = Readonly<Record<(typeof COUNTED)[number], number>>;

export const sumOf = (lines: readonly Counts[]): Counts => {
  const sum = { accepted: 0, opened: 0, clicked: 0, unsubscribed: 0, complained: 0, bounced: 0 };
  for (const line of lines) for (const name of COUNTED) sum[name] += line[name];
  return sum;
};

/** Sent: accepted or bounced. */
export const sentOf = ({ accepted, bounced }: Counts): number => accepted + bounced;
