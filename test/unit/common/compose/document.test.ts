import { expect } from 'chai';
import { AROUND, compose, documentOf, recipient, wholeDocumentOf } from '../../../support/composed-mails.ts';

// A template that has all placeholders gets no footer.
const BODY = '<p>((unsubscribe_preferences)) ((sender_address))</p>';
const shown = /<p>https:\/\/[^<]*<\/p>/;
const sent = async (html: string, preheader = ''): Promise<string> =>
  (await documentOf(compose({ html, preheader }))).replace(shown, 'BODY');

const [BEFORE] = AROUND;
const META = '<meta charset="utf-8">';
const HEAD = `<head>${META}</head>`;
const WHOLE = `<!doctype html><html lang="de"><head>${META}</head><body>${BODY}</body></html>`;

describe('the document of a mail', () => {
  const cases: [what: string, html: string, mail: string][] = [
    ['a fragment', BODY, `${BEFORE}BODY</html>`],
    ['a body alone', `<body bgcolor=red>${BODY}</body>`, `${BEFORE}<body bgcolor=red>BODY</body></html>`],
    [
      'no doctype, head or lang',
      `<html><body>${BODY}</body></html>`,
      `<!doctype html><html lang="und">${HEAD}<body>BODY</body></html>`,
    ],
    [
      'a head without a charset',
      `<!DOCTYPE html><html lang=fr><head><title>t</title></head><body>${BODY}`,
      `<!DOCTYPE html><html lang=fr><head>${META}<title>t</title></head><body>BODY`,
    ],
    ['a doctype alone', `<!DOCTYPE html>${BODY}`, `<!DOCTYPE html><html lang="und">${HEAD}BODY</html>`],
    [
      'an end of the head alone',
      `<title>t</title></head>${BODY}`,
      `<!doctype html><html lang="und"><head>${META}<title>t</title></head>BODY</html>`,
    ],
    ['a charset alone', `${META}${BODY}`, `<!doctype html><html lang="und">${META}BODY</html>`],
    [
      'an XHTML doctype and xml:lang',
      `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"><html xml:lang="pt-BR"><head>${META}</head>${BODY}</html>`,
      `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"><html xml:lang="pt-BR" lang="pt-BR"><head>${META}</head>BODY</html>`,
    ],
    [
      'a comment first',
      `<!-- c --><html><head></head>${BODY}</html>`,
      `<!doctype html><!-- c --><html lang="und"><head>${META}</head>BODY</html>`,
    ],
    [
      'a byte order mark first',
      `\ufeff <html><head></head>${BODY}</html>`,
      // The decoder of the mail drops the mark, which is right only where it comes first.
      ` <!doctype html><html lang="und"><head>${META}</head>BODY</html>`,
    ],
    [
      'an XML declaration first, of another charset',
      `<?xml version="1.0" encoding='iso-8859-1'?>\n${WHOLE}`,
      `<?xml version="1.0" encoding="utf-8"?>\n${WHOLE.replace(BODY, 'BODY')}`,
    ],
    [
      'an XML declaration and no doctype',
      `<?xml version="1.0" encoding="UTF-8"?><html><head></head>${BODY}</html>`,
      `<?xml version="1.0" encoding="utf-8"?><!doctype html><html lang="und"><head>${META}</head>BODY</html>`,
    ],
    [
      'an html tag for Outlook, and one for all other clients',
      `<!--[if mso]><!DOCTYPE html><html lang="x"><head><meta charset="x"></head><![endif]--><!--[if !mso]><!--><html><head></head><!--<![endif]-->${BODY}</html>`,
      `<!doctype html><!--[if mso]><!DOCTYPE html><html lang="x"><head><meta charset="utf-8"></head><![endif]--><!--[if !mso]><!--><html lang="und"><head>${META}</head><!--<![endif]-->BODY</html>`,
    ],
    [
      'two html tags, the second with its language',
      `<!doctype html><html><head>${META}</head><html lang="de">${BODY}</html>`,
      `<!doctype html><html><head>${META}</head><html lang="de">BODY</html>`,
    ],
    ['a blank language', WHOLE.replace('"de"', '""'), WHOLE.replace('"de"', '""').replace(BODY, 'BODY')],
    [
      'tags in text that is no markup',
      `<!-- <html lang="x"><!doctype html> --><title><html lang="x"></title>${BODY}`,
      `${BEFORE}<!-- <html lang="x"><!doctype html> --><title><html lang="x"></title>BODY</html>`,
    ],
  ];
  for (const [what, html, mail] of cases)
    it(`completes HTML that has ${what}`, async () => expect(await sent(html)).to.equal(mail));

  it('keeps a whole document as it is', async () => {
    expect(await sent(WHOLE)).to.equal(WHOLE.replace(BODY, 'BODY'));
  });

  it('stays the same when it is completed again', async () => {
    for (const [, html] of cases) {
      const once = (await documentOf(compose({ html }))).replace(shown, BODY);
      expect(await sent(once)).to.equal(once.replace(BODY, 'BODY'));
    }
  });

  it('has the subject as its title, unless the author gave one', async () => {
    const title = async (html: string, subject = 'News for ((first_name)) & co') =>
      /<title>([^<]*)<\/title>/.exec(
        await wholeDocumentOf(compose({ html, subject }, recipient({ first_name: '<Zoë>' }))),
      )?.[1];
    const found = 'News for &lt;Zoë&gt; &amp; co';
    expect(await title(BODY)).to.equal(found);
    expect(await title(WHOLE)).to.equal(found);
    expect(await title(`<html><head><title> </title></head>${BODY}</html>`)).to.equal(found);
    expect(await title(`<html><head><title>Own</title></head>${BODY}</html>`)).to.equal('Own');
    expect(await title(BODY, ' ')).to.equal(undefined);
  });

  it('contains the preheader after its beginning, also when a value comes first', async () => {
    expect(await sent(BODY, 'x')).to.match(
      /^<!doctype html><html lang="und"><head><meta charset="utf-8"><\/head><div style=/,
    );
    const html = await documentOf(
      compose({ html: `((first_name))${BODY}` }, recipient({ first_name: 'Zoë' })),
    );
    expect(html.startsWith(`${BEFORE}Zoë<p>`)).to.equal(true);
  });
});

describe('a charset that is declared in HTML', () => {
  const cases: [declared: string, mail: string][] = [
    ['<meta charset="iso-8859-1">', '<meta charset="utf-8">'],
    ["<META CHARSET='Windows-1252'/>", "<META CHARSET='utf-8'/>"],
    ['<meta charset=latin1>', '<meta charset=utf-8>'],
    ['<meta charset="">', '<meta charset="utf-8">'],
    ['<meta charset="utf8">', '<meta charset="utf8">'],
    [
      '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">',
      '<meta http-equiv="Content-Type" content="text/html; charset=utf-8">',
    ],
    [
      '<meta content="text/html; charset=UTF-16" http-equiv="content-type" />',
      '<meta content="text/html; charset=utf-8" http-equiv="content-type" />',
    ],
    [
      '<meta http-equiv=Content-Type content=text/html;charset=iso-8859-1>',
      '<meta http-equiv=Content-Type content=text/html;charset=utf-8>',
    ],
    [
      '<meta http-equiv="Content-Type" content="text/html; charset=UTF-8">',
      '<meta http-equiv="Content-Type" content="text/html; charset=UTF-8">',
    ],
  ];
  for (const [declared, mail] of cases) {
    it(`becomes UTF-8 in the mail: ${declared}`, async () => {
      const html = `<!doctype html><html lang="de"><head>${declared}</head>${BODY}</html>`;
      expect(await sent(html)).to.equal(html.replace(declared, mail).replace(BODY, 'BODY'));
    });
  }

  it('differs from other declarations, which stay as they are', async () => {
    for (const other of [
      '<meta name="viewport" content="width=device-width; charset=x">',
      '<meta http-equiv="X-UA-Compatible" content="IE=edge; charset=x">',
      '<meta http-equiv="Content-Type">',
      '<link charset="x">',
    ]) {
      const html = `<!doctype html><html lang="de"><head>${other}</head>${BODY}</html>`;
      expect(await sent(html)).to.equal(html.replace('<head>', `<head>${META}`).replace(BODY, 'BODY'));
    }
  });

  it('keeps a value, which is not judged', async () => {
    const html = `<meta charset="((first_name))">${BODY}`;
    expect(await documentOf(compose({ html }, recipient({ first_name: 'x"y' })))).to.include(
      '<meta charset="x&quot;y">',
    );
  });
});
