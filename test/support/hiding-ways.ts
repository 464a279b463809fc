import { readFileSync } from 'node:fs';

const LINK = '<a href="((unsubscribe_preferences))">Unsubscribe</a> ((sender_address))';
const page = (body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>November</title>${head}</head><body><p>Our offers.</p>${body}</body></html>`;
const ruled = (rule: string, body = `<div class="legal">${LINK}</div>`): string =>
  page(body, `<style>${rule}</style>`);
const file = (name: string): string =>
  readFileSync(new URL(`../fixtures/designs/${name}.html`, import.meta.url), 'utf8');

/** Templates in which no reader sees the link to unsubscribe and the postal address, by the way in which they are hidden. */
export const HIDDEN: Readonly<Record<string, string>> = {
  'a comment for Outlook': file('unsubscribe-in-mso-comment'),
  'a rule for its class': file('unsubscribe-hidden-by-css'),
  'a comment for Outlook around rows': page(
    `<table><!--[if mso | IE]><tr><td>${LINK}</td></tr><![endif]--></table>`,
  ),
  'a plain comment': page(`<!-- ${LINK} -->`),
  'a title': page('<p>x</p>', `<title>${LINK}</title>`),
  'a textarea': page(`<textarea>${LINK}</textarea>`),
  'display:none': page(`<div style="display:none">${LINK}</div>`),
  'display : none !important': page(`<div style="color:red; DISPLAY : none !important">${LINK}</div>`),
  'display with references and escapes': page(`<div style="d\\69splay&#58;none">${LINK}</div>`),
  'display:none further out': page(
    `<div style='display:none'><table><tr><td>${LINK}</td></tr></table></div>`,
  ),
  'display:none of the link': page(
    `<a style="display:none" href="((unsubscribe_preferences))">Unsubscribe</a><b hidden>((sender_address))</b>`,
  ),
  'visibility:hidden': page(`<div style="visibility:hidden">${LINK}</div>`),
  'opacity:0': page(`<div style="opacity:0.0">${LINK}</div>`),
  'font-size:0': page(`<div style="font-size:0">${LINK}</div>`),
  'font of size 0': page(`<div style="font:0/0 Arial">${LINK}</div>`),
  'font-size:0px further out': page(`<div style="font-size:0px"><p><b>${LINK}</b></p></div>`),
  'width and height of 0': page(`<div style="width:0;height:0;overflow:hidden">${LINK}</div>`),
  'max-height of 0': page(`<div style="max-height:0px;overflow:hidden">${LINK}</div>`),
  'the attribute hidden': page(`<p hidden>${LINK}</p>`),
  'the element template': page(`<template>${LINK}</template>`),
  'a rule with an id and an element': ruled('DIV#legal{visibility:hidden}', `<div id="legal">${LINK}</div>`),
  'a rule for one of several classes': ruled(
    '.x, .legal { opacity: 0 }',
    `<div class="a legal b">${LINK}</div>`,
  ),
  'a rule behind an import and a comment': ruled('@charset "utf-8"; /* x */ .legal{font-size:0}'),
  'a rule for an ancestor': ruled(
    '.outer .legal{display:none}',
    `<div class="outer"><div class="legal">${LINK}</div></div>`,
  ),
  'a rule in a later style sheet': page(
    `<div class="legal">${LINK}</div><style>.legal{display:none}</style>`,
  ),
  'a rule that a weaker one does not undo': ruled('.legal{display:none!important}.legal{display:block}'),
  'a rule and a screen that undoes it': ruled('.legal{display:none} @media print{.legal{display:block}}'),
  'a link without text': page('<a href="((unsubscribe_preferences))"></a>'),
  'a link around a blank': page('<a href="((unsubscribe_preferences))">&nbsp;&zwnj; </a>'),
  'a link around an image without text': page(
    '<a href="((unsubscribe_preferences))"><img src="x.png" alt=""></a>',
  ),
  'a link around a hidden image': page(
    '<a href="((unsubscribe_preferences))"><img style="display:none" src="x.png" alt="Unsubscribe"></a>',
  ),
  'a link around a dot': page(
    '<a href="((unsubscribe_preferences))"><img width="1" height="1" src="https://example.com/x.png" alt="Unsubscribe"></a>',
  ),
  'a link around hidden text': page(
    '<a href="((unsubscribe_preferences))"><span style="display:none">Unsubscribe</span></a>',
  ),
  'a link that another one ends': page(
    '<a href="((unsubscribe_preferences))"><a href="https://shop.example/">Shop</a></a>',
  ),
  'the text of an image': page('<img src="x.png" alt="((unsubscribe_preferences)) ((sender_address))">'),
  'the title of a paragraph': page('<p title="((unsubscribe_preferences)) ((sender_address))">x</p>'),
  'a link of the head': page('', '<link rel="help" href="((unsubscribe_preferences))">'),
  'a form': page('<form action="((unsubscribe_preferences))"></form>'),
  'a value in the query of another link': page(
    '<a href="https://shop.example/?back=((unsubscribe_preferences))&amp;at=((sender_address))">Shop</a>',
  ),
  'a second href of a link': page(
    '<a href="https://shop.example/" href="((unsubscribe_preferences))">Shop</a>',
  ),
};

/**
 * Templates that leave something open in which the footer would be lost, though mails are made of them: the HTML before it, and it with
 * what follows.
 */
export const OPEN: Readonly<Record<string, readonly [before: string, open: string]>> = {
  'a hidden element': ['<p>Our offers.</p>', '<div style="display:none">x'],
  'a hidden element before </body>': ['<html><body><p>Our offers.</p>', '<div hidden><b>x</body></html>'],
  'a hidden element behind a hidden cell': [
    '<table><tr><td>Our offers.<td style="display:none">x</table>',
    '<div style="display:none"><p>y',
  ],
  'a hidden element in an open one': ['<div><p>Our offers.', '<span style="opacity:0">x'],
  'a bold text in a paragraph': ['<div><p>Our offers.', '<b style="display:none">x</p>y</div>'],
  'an element that a rule hides': [
    '<style>.off{display:none}</style><p>Our offers.</p>',
    '<div class="off">x',
  ],
  'a hidden element with a value': [
    '<p>Our offers.</p>',
    '<div id="off" title="((first_name))" style="display:none">((first_name)) x',
  ],
  'a hidden element before a second body': [
    '<body><p>Our offers.</p>',
    '<div hidden>x</body><body>y</body>z',
  ],
  'a row of a table': ['<table><tr><td>Our offers.</td></tr>', '<tr style="visibility:hidden"><td>x'],
  'a quote': ['<p>Our offers.</p>', "<p title='x"],
};

/** Templates that leave something open, so that no mail is made of them, with what is open. */
export const UNCLOSED: Readonly<Record<string, readonly [html: string, open: string]>> = {
  'a comment': [file('unclosed-comment'), 'a comment'],
  'a comment behind a value': ['<p>x</p><!-- ((first_name)) </body>', 'a comment'],
  'a comment for Outlook': ['<p>x</p><!--[if mso]><p>y</p>', 'a comment'],
  'a comment for Outlook without dashes at its end': [
    '<p>x</p><!--[if mso]><p>y</p><![endif]><p>z</p>',
    'a comment',
  ],
  'a declaration': ['<p>x</p><!', 'a comment'],
  'a style sheet': ['<p>x</p><style>p{color:red}', '<style>'],
  'a script': ['<p>x</p><script>x', '<script>'],
  'a title': ['<title>November<p>x</p>', '<title>'],
  'a text area': ['<p>x</p><textarea>x</text', '<textarea>'],
  'an iframe': ['<p>x</p><iframe src="https://x.example/"><p>y</p>', '<iframe>'],
  'plain text': ['<p>x</p><plaintext>y</plaintext>', '<plaintext>'],
};

/** Templates that show both, by what may look hidden. */
export const SHOWN: Readonly<Record<string, string>> = {
  'a paragraph': page(`<p>${LINK}</p>`),
  'a link around an image with a text': page(
    '<a href="((unsubscribe_preferences))"><img src="x.png" alt="Unsubscribe"></a> ((sender_address))',
  ),
  'a link around an image whose text looks like a reference': page(
    '<a href="((unsubscribe_preferences))"><img src="x.png" alt="&amp;nbsp;"></a> ((sender_address))',
  ),
  'a link in the text size of a cell': page(
    `<table><tr><td style="font-size:0px;line-height:0"><div style="font-size:13px">${LINK}</div></td></tr></table>`,
  ),
  'a link with a language': page('<a href=" ((unsubscribe_preferences))#de">Abmelden</a> ((sender_address))'),
  'a link with a value as text': page(
    '<a href="((unsubscribe_preferences))">((off|Unsubscribe))</a> ((sender_address))',
  ),
  'a rule for phones': ruled('@media (max-width:400px){.legal{display:none}}'),
  'a rule for print': page(
    `<div class="legal">${LINK}</div>`,
    '<style media="print">.legal{display:none}</style>',
  ),
  'a rule that is undone': ruled('.legal{display:none} div.legal{display:block}'),
  'a rule that the element undoes': ruled(
    '.legal{display:none}',
    `<div class="legal" style="display:block">${LINK}</div>`,
  ),
  'a rule for another class': ruled('.legal2,.x.legal{display:none}'),
  'a rule for a state': ruled('.legal:hover{display:none}.legal::after{display:none}'),
  'a rule in a comment for Outlook': page(
    `<div class="legal">${LINK}</div>`,
    '<!--[if mso]><style>.legal{display:none}</style><![endif]-->',
  ),
  'all but Outlook': page(`<!--[if !mso]><!--><p>${LINK}</p><!--<![endif]-->`),
  'all but Outlook in another form': page(`<!--[if !mso]><!-- --><p>${LINK}</p><!-- <![endif]-->`),
  'behind a comment for Outlook': page(
    `<!--[if mso]><table><tr><td><![endif]--><p>${LINK}</p><!--[if mso]></td></tr></table><![endif]-->`,
  ),
  'behind a hidden preview': page(`<div style="display:none;max-height:0">Preview</div><p>${LINK}</p>`),
  'behind a hidden paragraph that has no end': page(`<p hidden>x<div>${LINK}</div>`),
  'behind a hidden paragraph that <center> ends': page(`<p hidden>x<center>${LINK}</center>`),
  'visible in what is hidden': page(
    `<div style="visibility:hidden"><p style="visibility:visible">${LINK}</p></div>`,
  ),
  'opacity of a tenth': page(`<div style="opacity:0.1;font-size:0.5em">${LINK}</div>`),
};
