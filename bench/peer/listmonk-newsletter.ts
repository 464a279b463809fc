import { newsletter } from '../support/newsletter.ts';

/** Our placeholders as it writes them. */
const VALUES: Readonly<Record<string, string>> = Object.freeze({
  first_name: '.Subscriber.FirstName',
  last_name: '.Subscriber.LastName',
  email: '.Subscriber.Email',
  city: '.Subscriber.Attribs.city',
  postal_code: '.Subscriber.Attribs.postal_code',
  address_line1: '.Subscriber.Attribs.address_line1',
  country: '.Subscriber.Attribs.country',
});

/**
 * The newsletter that our benches send, as a campaign of listmonk: the same text and values, links that it tracks, its pixel, and a text
 * part, which we make ourselves.
 */
export function peerNewsletter(): Readonly<Record<string, unknown>> {
  const html = newsletter()
    .replace(/\(\((\w+)\|reader\)\)/g, (_, name: string) => value(name))
    .replace('((sender_address))', '1 Main Street, Germany')
    .replace('((unsubscribe_preferences))', '{{ UnsubscribeURL }}')
    .replace(/href="(https:[^"]+)"/g, (_, url: string) => `href="{{ TrackLink "${url}" . }}"`)
    .replace('</body>', '{{ TrackView }}</body>');
  return {
    name: 'Bench',
    subject: 'Hello {{ .Subscriber.FirstName }}, news from {{ .Subscriber.Attribs.city }}',
    from_email: 'Bench <bench@sender.example>',
    type: 'regular',
    content_type: 'html',
    messenger: 'email',
    body: html,
    altbody: html
      .replace('{{ TrackView }}', '')
      .replace(/<a href="([^>]*)">([^<]*)<\/a>/g, '$2 $1\n')
      .replace(/<[^>]+>/g, '\n'),
  };
}

function value(name: string): string {
  const found = VALUES[name];
  if (!found) throw new Error(`listmonk has nothing for ((${name}))`);
  return `{{ ${found} }}`;
}
