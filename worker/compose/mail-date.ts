let lastSecond = Number.NaN;
let lastText = '';

/** A date as RFC 5322, 3.3 has it, in UTC. Mails come many a second, so the last one is kept. */
export function mailDate(date: Date): string {
  const second = Math.floor(date.getTime() / 1000);
  if (second !== lastSecond) {
    lastText = date.toUTCString().replace('GMT', '+0000');
    lastSecond = second;
  }
  return lastText;
}
