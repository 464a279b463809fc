import { StartRefusal } from '../common/config/start-refusal.ts';
import type { Config } from '../common/config.ts';

export function configuredReceivers({
  bounceDomain,
  inbound: { smtp, imap, hooks, forwardTo },
}: Config): string[] {
  if (smtp.port !== null && bounceDomain === null)
    throw new StartRefusal('INBOUND_SMTP_PORT needs BOUNCE_DOMAIN, the domain whose mails it receives.');
  if (forwardTo !== null && smtp.port === null)
    throw new StartRefusal(
      'INBOUND_FORWARD_TO needs INBOUND_SMTP_PORT: mails of a mailbox are not forwarded.',
    );
  const all: readonly (readonly [name: string, setting: unknown])[] = [
    ['smtp', smtp.port],
    ['imap', imap.url],
    ['ses', hooks.sesTopics],
    ['sendgrid', hooks.sendgridKey],
    ['mailgun', hooks.mailgunKey],
    ['postmark', hooks.postmarkLogin],
    ['resend', hooks.resendSecret],
  ];
  return all.filter(([, setting]) => setting !== null).map(([name]) => name);
}
