import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { compileMjml } from '../../../../common/domain/mjml.ts';
import { compose, htmlOf, recipient, textOf } from '../../../support/composed-mails.ts';

const page = (body: string): string =>
  `<mjml><mj-head><mj-preview>Preview</mj-preview></mj-head><mj-body><mj-section><mj-column>${body}</mj-column></mj-section></mj-body></mjml>`;

describe('MJML', () => {
  it('becomes HTML and keeps its placeholders', async () => {
    const { html, errors } = await compileMjml(
      page(
        '<mj-text>Hi ((first_name|you))</mj-text><mj-button href="((unsubscribe_preferences))">Off</mj-button>',
      ),
    );
    expect(errors).to.deep.equal([]);
    expect(html).to.include('Hi ((first_name|you))').and.include('href="((unsubscribe_preferences))"');
    const message = compose({ html }, recipient({ first_name: 'Zoë' }));
    expect(await htmlOf(message)).to.include('Hi Zoë');
    expect(await textOf(message))
      .to.match(/^Hi Zoë\n\nOff \[https:/)
      .and.not.include('Preview');
  });

  it('reads no files', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mjml-'));
    try {
      const secret = join(folder, 'secret.mjml');
      await writeFile(secret, '<mj-text>SECRET</mj-text>');
      for (const include of [
        `<mj-include path="${secret}" />`,
        `<mj-include path="file://${secret}" />`,
        `<mj-include type="html" path="${secret}" />`,
        `<mj-include type="css" path="${secret}" />`,
      ]) {
        const { html, errors } = await compileMjml(page(`${include}<mj-text>x</mj-text>`));
        expect(html + errors.join('\n')).to.not.include('SECRET');
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('reports problems as sentences, and never throws', async () => {
    const unknown = await compileMjml(page('<mj-nonsense>x</mj-nonsense>'));
    expect(unknown.errors.join('\n')).to.include('mj-nonsense');
    for (const text of ['', 'x', '<mjml>', '<html></html>', '{{', '<mjml><mj-body></mj-body>', '\0']) {
      const { html, errors } = await compileMjml(text);
      expect(html === '' && errors.length === 0, `${JSON.stringify(text)}: ${html}`).to.equal(false);
      for (const error of errors) expect(error).to.be.a('string').and.not.equal('');
    }
  });
});
