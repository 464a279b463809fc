let lastSecond = Number.NaN;
let lastText = '';

/** RFC 5322, 3.3, in UTC. The last result is cached, because many mails are sent in one second. */
export function mailDate(date: Date): string {
  const second = Math.floor(date.getTime() / 1000);
  if (second !== lastSecond) {
    lastText = date.toUTCString().replace('GMT', '+0000');
    lastSecond = second;
  }
  return lastText;
}
