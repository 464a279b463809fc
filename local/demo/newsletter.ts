import type { Client } from '../../client/src/index.ts';

/** The id of the built-in newsletter. Id 1 is the blank template. */
const NEWSLETTER = 2;

/** The built-in newsletter with an article, whose button leads to `url`; the `template_json` of a send. */
export async function demoNewsletter(client: Client, url: string): Promise<string> {
  const template = (await client.templateList()).find(({ id }) => id === NEWSLETTER)!;
  const { mjml } = JSON.parse(template.json_code) as { mjml: string };
  const button =
    '<mj-button css-class="button" href="((unsubscribe_preferences))" padding="22px 24px 0">Choose what you receive</mj-button>';
  if (!mjml.includes(button)) throw new Error('the newsletter has no button to put an article behind');
  return JSON.stringify({
    mjml: mjml.replace(
      button,
      button.replace('((unsubscribe_preferences))', url).replace('Choose what you receive', 'Read on'),
    ),
  });
}
