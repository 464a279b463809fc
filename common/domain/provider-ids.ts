/**
 * Ids of providers in replies, which their events repeat: that of Amazon SES (`250 Ok <id>`), a UUID (Postmark, Resend), and that of
 * SendGrid (`250 Ok: queued as <id>`). The longest form goes first.
 * https://docs.aws.amazon.com/ses/latest/dg/send-email-smtp-client-command-line.html
 * https://www.twilio.com/docs/sendgrid/glossary/x-message-id
 */
const FORMS = [
  /\b([\da-f]{16}-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}-\d{6})\b/i,
  /\b([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\b/i,
  /\bqueued as ([\w-]{22})(?![\w-])/i,
];

/** The provider's id of a mail in its reply; null for other servers. */
export function providerIdIn(reply: string): string | null {
  for (const form of FORMS) {
    const id = form.exec(reply)?.[1];
    if (id !== undefined) return id;
  }
  return null;
}

/** The secrets of the hooks whose providers use ids; null: the hook is off. */
interface ProviderIdHooks {
  readonly inbound: {
    readonly hooks: Readonly<Record<'sesTopics' | 'sendgridKey' | 'postmarkLogin' | 'resendSecret', unknown>>;
  };
}

/** Whether such events may come, so that the ids are worth storing. */
export const providersTellIds = ({ inbound: { hooks } }: ProviderIdHooks): boolean =>
  [hooks.sesTopics, hooks.sendgridKey, hooks.postmarkLogin, hooks.resendSecret].some((one) => one !== null);
