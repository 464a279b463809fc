import { expect } from 'chai';
import { readCss } from '../../../../common/domain/read-css.ts';

function found(css: string): string[] {
  const all: string[] = [];
  readCss(css, {
    declaration: (property, value) => void all.push(`${property}: ${value}`),
    selector: (text) => void all.push(`${text} {`),
    atRule: (name) => void all.push(`@${name}`),
  });
  return all;
}

describe('the reader of CSS', () => {
  for (const [css, expected] of [
    ['color:red;margin : 0 ', ['color: red', 'margin: 0']],
    ['a:hover,b>c{Color:red}', ['a:hover,b>c {', 'color: red']],
    ['@media (max-width:480px){.a{width:100%!important}}', ['@media', '.a {', 'width: 100%!important']],
    ['@import url("a;b.css");a{b:c}', ['@import', 'a {', 'b: c']],
    ['a{b:c/* ; } */;d:e}', ['a {', 'b: c', 'd: e']],
    [
      'background:url(data:image/png;base64,AA==);color:red',
      ['background: url(data:image/png;base64,AA==)', 'color: red'],
    ],
    ['content:"a;b}\\"c";color:red', ['content: "a;b}\\"c"', 'color: red']],
    ['a{color:red', ['a {', 'color: red']],
    ['} ; {} a', []],
    ['', []],
    ['/*', []],
    ['"', []],
  ] as const)
    it(`reads ${JSON.stringify(css)}`, () => expect(found(css)).to.deep.equal(expected));
});
