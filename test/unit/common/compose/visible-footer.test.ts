import { expect } from 'chai';
import { compileMjml } from '../../../../common/domain/mjml.ts';
import { parsePlaceholders } from '../../../../common/domain/placeholders.ts';
import { scanHtml } from '../../../../common/domain/scan-html.ts';
import { sightProblems } from '../../../../common/domain/sight-problems.ts';
import { signToken } from '../../../../common/domain/tokens.ts';
import { ADDRESS, compose, documentOf, KEY, PUBLIC_URL, textOf } from '../../../support/composed-mails.ts';
import { HIDDEN, OPEN, SHOWN, UNCLOSED } from '../../../support/hiding-ways.ts';
import { mjmlOfBody } from '../../../support/hostile-designs.ts';

const PAGE = `${PUBLIC_URL}/preferences/${signToken(KEY, 'preferences', { account: 42, id: 4711 })}`;
const FOOTER = '<div style="padding:24px 16px;';
const count = (text: string, part: string): number => text.split(part).length - 1;

describe('a mail whose template hides the link to unsubscribe and the address', () => {
  for (const [name, html] of Object.entries(HIDDEN))
    it(`gets a footer with both: ${name}`, async () => {
      const message = compose({ html });
      const [, footer = ''] = (await documentOf(message)).split(FOOTER);
      expect(footer).to.include(ADDRESS).and.include(`<a href="${PAGE}"`);
      const text = await textOf(message);
      expect(text).to.include(PAGE).and.include(ADDRESS);
    });

  for (const [name, html] of Object.entries(SHOWN))
    it(`gets none when a reader sees them: ${name}`, async () => {
      const message = compose({ html });
      expect(await documentOf(message)).to.not.include(FOOTER);
      const text = await textOf(message);
      expect([count(text, PAGE), count(text, ADDRESS)]).to.deep.equal([1, 1]);
    });

  it('gets one in the text part alone, when the text alone lacks them', async () => {
    const html = '<body><a href="((unsubscribe_preferences))">Off</a> ((sender_address))</body>';
    const text = await textOf(compose({ html, derived: ['Hello'] }));
    expect(text).to.include(PAGE).and.include(ADDRESS);
    expect(await textOf(compose({ html, derived: ['Hello'], optOut: false }))).to.equal('Hello');
  });
});

describe('the footer with the pixel', () => {
  for (const [name, [before, open]] of Object.entries(OPEN))
    it(`stands before HTML that stays open: ${name}`, async () => {
      const html = before + open;
      const [start = '', end = ''] = (await documentOf(compose({ html, tracking: true }))).split(FOOTER);
      expect(start).to.include('Our offers.');
      expect(end)
        .to.match(/<img src="[^"]*\/o\//)
        .and.include(open.split('((')[0]);
      expect(end.indexOf('/o/')).to.be.below(end.indexOf(open.split('((')[0]!));
      expect(sightProblems(scanHtml(parsePlaceholders(html)))).to.deep.equal([]);
    });
});

describe('the check of HTML', () => {
  for (const [name, [html, open]] of Object.entries(UNCLOSED))
    it(`reports HTML that leaves something open: ${name}`, async () => {
      const [problem = '', ...others] = sightProblems(scanHtml(parsePlaceholders(html)));
      expect(others).to.deep.equal([]);
      expect(problem.startsWith(open), problem).to.equal(true);
      expect(problem).to.match(/is not closed; write |can not be closed/);
    });

  it('reports nothing when all is closed', () => {
    for (const html of [...Object.values(HIDDEN), ...Object.values(SHOWN), 'a < b', '<'])
      expect(sightProblems(scanHtml(parsePlaceholders(html))), html).to.deep.equal([]);
  });

  it('reports a body that hides the whole mail', () => {
    for (const html of [
      '<body style="display:none">x',
      '<style>body{opacity:0}</style><body>x',
      '<html hidden>x',
    ])
      expect(sightProblems(scanHtml(parsePlaceholders(html)))[0]).to.match(
        /^<(?:body|html)> hides the whole mail/,
      );
  });
});

describe('a mail from MJML', () => {
  const made = async (body: string): Promise<string> => {
    const { html, errors } = await compileMjml(mjmlOfBody(body));
    expect(errors).to.deep.equal([]);
    return html;
  };
  const LINK = '<a href="((unsubscribe_preferences))">Stop</a> ((sender_address))';

  it('gets a footer when its link and address are for Outlook alone', async () => {
    const html = await made(`<mj-text>x</mj-text><mj-raw><!--[if mso]><p>${LINK}</p><![endif]--></mj-raw>`);
    const message = compose({ html });
    expect((await documentOf(message)).split(FOOTER)[1])
      .to.include(ADDRESS)
      .and.include(PAGE);
    expect(await textOf(message))
      .to.include(ADDRESS)
      .and.include(PAGE);
  });

  it('gets none when a reader sees them', async () => {
    for (const body of [
      `<mj-text>${LINK}</mj-text>`,
      `<mj-raw><tr><td style="font-size:13px">${LINK}</td></tr></mj-raw>`,
      '<mj-button href="((unsubscribe_preferences))">Stop</mj-button><mj-text>((sender_address))</mj-text>',
      '<mj-image href="((unsubscribe_preferences))" src="https://x.example/x.png" alt="Stop" /><mj-text>((sender_address))</mj-text>',
    ])
      expect(await documentOf(compose({ html: await made(body) })), body).to.not.include(FOOTER);
  });
});
