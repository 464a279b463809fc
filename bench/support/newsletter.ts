/** About 10 kB with 12 placeholders and five links, like a small newsletter. */
export function newsletter(): string {
  const names = [
    'first_name',
    'last_name',
    'city',
    'postal_code',
    'address_line1',
    'country',
    'email',
    'first_name',
  ];
  const parts = names.map(
    (name, at) =>
      `<h2>Part ${at}</h2><p style="color:#333333;font-size:16px;line-height:24px">Dear ((${name}|reader)), ${'this is what happened in the last month. '.repeat(26)}</p>`,
  );
  const links = [1, 2, 3, 4, 5].map(
    (at) => `<a href="https://example.com/articles/${at}?from=mail">Read on</a>`,
  );
  return `<html><body>${parts.join('')}${links.join('')}<p>((sender_address)) <a href="((unsubscribe_preferences))">Preferences</a></p></body></html>`;
}
