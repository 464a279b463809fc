import { expect } from 'chai';
import { addPart, isEmptyMail, partOfBlock } from '../../../console/src/pages/editor/blocks.ts';
import { canvasHead, layered } from '../../../console/src/pages/editor/canvas-marks.ts';
import { hasMjml, isWhole } from '../../../console/src/pages/editor/code-problems.ts';
import { type Design, readDesign } from '../../../console/src/pages/editor/design.ts';
import { createDesignStore } from '../../../console/src/pages/editor/design-store.ts';
import { coloursOf, fitting } from '../../../console/src/pages/editor/fitting.ts';
import { moveBy, removePart } from '../../../console/src/pages/editor/part-acts.ts';
import {
  hasClass,
  headWithScreens,
  screenOf,
  withScreen,
} from '../../../console/src/pages/editor/shown-on.ts';
import { flat, grow, move, type Node } from '../../../console/src/pages/editor/tree.ts';
import { editor } from '../../../console/src/texts/en/editor.ts';

const designOf = (body: string, head = ''): Design =>
  readDesign(`<mjml>${head}<mj-body>${body}</mj-body></mjml>`)!;
const rowOf = (...texts: string[]): string =>
  `<mj-section><mj-column>${texts.map((text) => `<mj-text>${text}</mj-text>`).join('')}</mj-column></mj-section>`;
const tags = (root: Node): string[] => flat(root).map(({ tag }) => tag);
const named = (root: Node, inside: string): number => flat(root).find((one) => one.inside === inside)!.key;

describe('the tree of a design in the editor', () => {
  it('moves a part, and never into itself', () => {
    const root = grow(designOf(`${rowOf('a', 'b')}${rowOf('c')}`).body);
    const columns = flat(root).filter(({ tag }) => tag === 'mj-column');
    const moved = move(root, named(root, 'a'), { outer: columns[1]!.key, at: 1 });
    expect(flat(moved).flatMap(({ inside }) => (typeof inside === 'string' ? [inside] : []))).to.deep.equal([
      'b',
      'c',
      'a',
    ]);
    const [row] = flat(root).slice(1);
    expect(move(root, row!.key, { outer: columns[0]!.key, at: 0 })).to.equal(root);
  });

  it('takes changes back and does them again, typing as one step', () => {
    const store = createDesignStore(designOf(rowOf('a', 'b')));
    const first = store.mjml();
    store.select(named(store.get().body, 'b'));
    moveBy(store, -1);
    const second = store.mjml();
    expect(second).to.not.equal(first);
    removePart(store);
    store.undo();
    expect(store.mjml()).to.equal(second);
    store.undo();
    expect([store.mjml(), store.get().canUndo, store.get().canRedo]).to.deep.equal([first, false, true]);
    store.redo();
    store.redo();
    expect(store.mjml()).to.not.include('>b<');
    for (const head of ['x', 'xy', 'xyz']) store.change({ head }, 'text');
    store.undo();
    expect(store.get().head).to.equal('');
  });

  it('puts blocks into empty columns of the selected row, and after the selected part', () => {
    const { begin } = editor;
    const store = createDesignStore(designOf('<mj-section><mj-column></mj-column></mj-section>'));
    expect(isEmptyMail(store.get().body)).to.equal(true);
    addPart(store, partOfBlock('two', begin));
    addPart(store, partOfBlock('heading', begin));
    addPart(store, partOfBlock('text', begin));
    store.select(flat(store.get().body).find(({ tag }) => tag === 'mj-section')!.key);
    addPart(store, partOfBlock('image', begin));
    expect(tags(store.get().body)).to.deep.equal(
      'mj-body mj-section mj-column mj-text mj-text mj-column mj-image'.split(' '),
    );
    addPart(store, partOfBlock('divider', begin), { outer: store.get().body.key, at: 0 });
    expect(tags(store.get().body).join(' ')).to.include('mj-column mj-image mj-divider');
    store.select(null);
    addPart(store, partOfBlock('button', begin));
    expect(tags(store.get().body).slice(-3)).to.deep.equal(['mj-section', 'mj-column', 'mj-button']);
  });

  it('shows a part on phones only, and keeps its other classes', () => {
    const head = '<mj-head><mj-attributes><mj-class name="x" css-class="ink" /></mj-attributes></mj-head>';
    const node = grow({ tag: 'mj-text', attributes: { 'mj-class': 'x' }, inside: '' });
    const phone = withScreen(node, head, 'phone');
    expect(phone.attributes['css-class']).to.equal('ink hide-desktop');
    expect([screenOf(node, head), screenOf(phone, head)]).to.deep.equal(['all', 'phone']);
    expect(hasClass(withScreen(phone, head, 'all'), head, 'ink')).to.equal(true);
    const ruled = headWithScreens(head);
    expect(ruled).to.include('.hide-phone').and.include('<mj-class name="x"');
    expect(headWithScreens(ruled)).to.equal(ruled);
    expect(headWithScreens('')).to.match(/^<mj-head><mj-style>/);
  });

  it('gives new blocks the looks of the design', () => {
    const head =
      '<mj-head><mj-attributes><mj-button background-color="#aa0000" /></mj-attributes><mj-style>h1, p { margin: 0 }</mj-style></mj-head>';
    const { begin } = editor;
    expect(fitting(partOfBlock('button', begin), head).attributes).to.not.have.property('background-color');
    expect(fitting(partOfBlock('button', begin), '').attributes).to.include({
      'background-color': '#1f5fc4',
    });
    expect(fitting(partOfBlock('heading', begin), head).inside).to.equal('<h1>Your heading</h1>');
    expect(coloursOf('#FFffff #aa0000 #aa0000 #12')).to.deep.equal(['#aa0000', '#ffffff']);
  });

  it('knows unfinished code, and MJML in code', () => {
    for (const code of [
      '',
      'a',
      '<p>a<br>b</p>',
      '<img src="a">',
      '<tr><td>1 &lt; 2</td></tr>',
      '<!-- <b> -->',
    ])
      expect(isWhole(code), code).to.equal(true);
    for (const code of ['<p>', '<p', 'a</p>', '<!-- a', '<div><p></p>'])
      expect(isWhole(code), code).to.equal(false);
    expect([hasMjml('<p>a</p></MJ-text>'), hasMjml('<p>mj-text</p>')]).to.deep.equal([true, false]);
  });

  it('keeps sheets for the canvas out of the texts', () => {
    const head = canvasHead(
      '<mj-head><mj-style inline="inline">p{margin:0}</mj-style><mj-title>T</mj-title></mj-head>',
    );
    expect(head).to.match(
      /^<mj-head><mj-title>T<\/mj-title><mj-style>[^<]*p\{margin:0\}<\/mj-style><\/mj-head>$/,
    );
    const [sheet] = /[^>]*p\{margin:0\}/.exec(head)!;
    expect(layered([sheet, 'a{}'])).to.deep.equal(['@layer mail {\n}p{margin:0}', '@layer mail {a{}\n}']);
    expect(layered(['a{}'])).to.deep.equal(['a{}']);
  });
});
