const DAEMON = 'From: MAILER-DAEMON@x';
const STATUS = 'Content-Type: message/delivery-status';
const REPORT = 'Content-Type: multipart/report; boundary=b\n\n';

/** Mails that make a reader of reports look far: of about a megabyte each, or of a share of it. */
export function hostileReports(share = 1): Buffer[] {
  const many = (piece: string, count: number): string => piece.repeat(Math.ceil(count * share));
  return [
    many('<', 2 ** 20),
    many('@', 2 ** 20),
    `a@${many('b.', 500_000)}`,
    `${DAEMON}\nSubject: failure notice\n\n${many('<a@b.example>:\n550 5.1.1 no\n\n', 30_000)}`,
    `${DAEMON}\nSubject: failure notice\n\n${many(' ', 2 ** 20)}`,
    `${DAEMON}\nSubject: failure notice\n\n${many('a', 2 ** 20)}`,
    `${DAEMON}\nSubject: ${many('could not be delivered ', 20_000)}\n\nx`,
    `Content-Type: text/html\n${DAEMON}\n\n${many('<p <', 200_000)}`,
    `${many('Received: x\n', 80_000)}\n`,
    Array.from(
      { length: Math.ceil(3000 * share) },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n`,
    ).join(''),
    `${REPORT}${many(`--b\n${STATUS}\n\nFinal-Recipient: x\nAction: failed\n\n`, 10_000)}`,
    `${REPORT}--b\n${STATUS}\n\nFinal-Recipient: rfc822;${many('a@', 400_000)}\nAction: failed\n\n--b--`,
    `In-Reply-To: ${many('<', 900_000)}\nAuto-Submitted: auto-replied\n\n`,
  ].map((text) => Buffer.from(text));
}
