import { expect } from 'chai';
import { Rendering } from '../../../../common/models/renderings.ts';
import { trimKept } from '../../../../common/rendering/kept.ts';
import type { Design, Renderer } from '../../../../common/rendering/renderer.ts';
import {
  HOSTILE_HTML,
  HTML_ATTRIBUTES,
  INLINE_STYLES,
  mjmlOfBody,
} from '../../../support/hostile-designs.ts';
import { html, mjml, type Renderers, startRenderers } from '../../../support/renderers.ts';
import { until } from '../../../support/until.ts';

/** Computes forever in a child. MJML's own syntax can't do this today, but a later version might. */
const SLOW = mjml(INLINE_STYLES);

describe('the renderer', () => {
  let renderers: Renderers;
  before(async () => {
    renderers = await startRenderers('renderer');
  });
  beforeEach(() => Rendering.deleteMany({}));
  afterEach(() => renderers.close());
  after(() => renderers.stop());

  /** A second renderer on the same store, like another process. */
  const another = (environment?: Record<string, string>) => renderers.another(environment);

  /** A caller on a busy machine is told "later" first, and asks again. */
  async function settled(renderer: Renderer, ...asked: Parameters<Renderer['render']>) {
    for (;;) {
      const made = await renderer.render(...asked);
      if (made.state !== 'later') return made;
    }
  }

  it('makes the HTML and text of a design, and shows whether it is empty', async () => {
    const renderer = another();
    const made = await renderer.render(mjml(mjmlOfBody('<mj-text>Hi ((a|you))</mj-text>')), 1);
    if (made.state !== 'done') throw new Error(JSON.stringify(made));
    expect(made.looks.html).to.include('Hi ((a|you))');
    expect(made.looks.text).to.deep.equal(['Hi ', { placeholder: { name: 'a', fallback: 'you' } }]);
    expect(made.looks.empty).to.equal(false);
    for (const [design, empty] of [
      [mjml('<mjml><mj-body></mj-body></mjml>'), true],
      [html('<html><head><title>x</title></head><body> <div></div></body></html>'), true],
      [html('<img src="https://a.example/x.png">'), false],
      [html('((a))'), false],
      [{ template_id: 1, template_json: null, template_html: null }, true],
    ] as const) {
      const made = await renderer.render(design, 1);
      expect(made.state === 'done' && made.looks.empty, JSON.stringify(design)).to.equal(empty);
    }
  });

  it('reports what is wrong with a design, with its line', async () => {
    const broken = await another().render(mjml('<mjml>\n<mj-body>\n<mj-section>'), 1);
    expect(broken).to.deep.equal({
      state: 'failed',
      problems: [
        'line 3: <mj-section> is not closed; write </mj-section> at its end.',
        'line 2: <mj-body> is not closed; write </mj-body> at its end.',
        'line 1: <mjml> is not closed; write </mjml> at its end.',
      ],
    });
    const many = await another().render(html('((a))'.repeat(10_001)), 1);
    expect(many).to.deep.equal({
      state: 'failed',
      problems: ['it has 10001 placeholders and addresses; write at most 10000.'],
    });
  });

  for (const [what, text] of [
    ['rules that are inlined', INLINE_STYLES],
    ['selectors of attributes', HTML_ATTRIBUTES],
  ] as const) {
    it(`ends ${what} after their time, while this process and other accounts continue`, async () => {
      const renderer = another({ RENDER_CPU_MS: '1500' });
      const hostile = renderer.render(mjml(text), 1);
      await until(() => renderer.processes > 0);
      const other = await renderer.render(html(`<p>other ${what}</p>`), 2);
      expect(other.state).to.equal('done');
      const first = await hostile;
      const ended = first.state === 'later' ? await settled(renderer, mjml(text), 1) : first;
      expect(ended.state).to.equal('failed');
      // Which limit it reaches first depends on the machine and on Node's version.
      expect('problems' in ended && ended.problems.join()).to.match(
        /^it takes too (?:long|much memory) to render; make it shorter, or use fewer rules and elements\.$/,
      );
    });
  }

  it('ends a design that takes too much memory, and continues', async () => {
    const renderer = another({ RENDER_MEMORY_MB: '64', RENDER_CPU_MS: '60000' });
    const section = '<mj-section><mj-column><mj-text>x</mj-text></mj-column></mj-section>';
    const large = `<mjml><mj-body>${section.repeat(20_000)}</mj-body></mjml>`;
    expect(await renderer.render(mjml(large), 1)).to.deep.equal({
      state: 'failed',
      problems: ['it takes too much memory to render; make it shorter, or use fewer rules and elements.'],
    });
    expect((await renderer.render(html('<p>next</p>'), 1)).state).to.equal('done');
  });

  it('limits the HTML made from MJML', async () => {
    const renderer = another({ RENDER_HTML_BYTES: '2000' });
    expect(await renderer.render(mjml(mjmlOfBody('<mj-text>x</mj-text>'.repeat(5))), 1)).to.deep.equal({
      state: 'failed',
      problems: ['it becomes more than 2000 bytes of HTML; make it shorter.'],
    });
  });

  for (const [what, code] of Object.entries(HOSTILE_HTML)) {
    it(`makes a mail of ${what}, with a limited text or none`, async () => {
      const made = await settled(another({ RENDER_CPU_MS: '2000' }), html(code), 1);
      if (made.state !== 'done') throw new Error(JSON.stringify(made));
      expect(made.looks.html).to.equal(code);
      expect(JSON.stringify(made.looks.text).length).to.be.at.most(2 ** 20);
    });
  }

  it('renders a design once for all processes', async () => {
    const [one, two] = [another({ RENDER_CPU_MS: '1500' }), another({ RENDER_CPU_MS: '1500' })];
    const design = html('<p>once</p>');
    const [first, second, third] = await Promise.all([
      one.render(design, 1),
      two.render(design, 2),
      one.render(design, 3),
    ]);
    expect(second).to.deep.equal(first);
    expect(third).to.deep.equal(first);
    const kept = await Rendering.find({}).toArray();
    expect(kept.map(({ state, tries }) => [state, tries])).to.deep.equal([['done', 1]]);
  });

  it('keeps the failure of a design for all processes', async () => {
    const [one, two] = [another({ RENDER_CPU_MS: '1500' }), another({ RENDER_CPU_MS: '1500' })];
    const failed = await settled(one, SLOW, 1);
    expect(failed.state).to.equal('failed');
    const stored = () => Rendering.find().sort({ _id: 1 }).toArray();
    const before = await stored();
    expect(await two.render(SLOW, 2)).to.deep.equal(failed);
    // It was not rendered again.
    expect(await stored()).to.deep.equal(before);
  });

  it('takes over from a process that died, three times at most', async () => {
    const design = html('<p>left</p>');
    await settled(another(), design, 1);
    const left = { state: 'working' as const, until: new Date(0), made: null };
    await Rendering.updateMany({}, { $set: { ...left, tries: 2 } });
    expect((await settled(another(), design, 1)).state).to.equal('done');
    const broken = mjml(mjmlOfBody('<mj-text>deadly</mj-text>'));
    await settled(another(), broken, 1);
    await Rendering.updateMany({ made: { $ne: null } }, { $set: { ...left, tries: 3 } });
    expect(await settled(another(), broken, 1)).to.deep.equal({
      state: 'failed',
      problems: ['it ended the renderer several times; make it shorter, or use fewer rules and elements.'],
    });
  });

  it('does not blame a design for a process that was killed or can not start', async () => {
    const design = html('<p>fine</p>');
    const away = renderers.another({}, new URL('file:///nowhere/child.js'));
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await away.render(design, 1)).to.deep.equal({ state: 'later', busy: 'all' });
    }
    expect((await another().render(design, 1)).state).to.equal('done');
  });

  it('lets accounts take turns', async () => {
    const renderer = another({ RENDER_PROCESSES: '1' });
    const ended: string[] = [];
    const ask = async (account: number, name: string, design: Design) => {
      const { state } = await renderer.render(design, account);
      ended.push(`${account} ${name} ${state}`);
    };
    const first = Array.from({ length: 4 }, (_, at) => ask(1, `of many ${at}`, html(`<p>many ${at}</p>`)));
    const other = ask(2, 'alone', html('<p>alone</p>'));
    await Promise.all([...first, other]);
    // Behind the one that was under way, and perhaps the next one.
    expect(ended.indexOf('2 alone done')).to.be.at.most(2);
  });

  it('refuses more than a few waiting designs of one account', async () => {
    const renderer = another({ RENDER_PROCESSES: '1', RENDER_CPU_MS: '1500' });
    const slow = renderer.render(SLOW, 1);
    await until(async () => (await Rendering.countDocuments({ state: 'working' })) === 1);
    const refused: unknown[] = [];
    const crowd = Array.from({ length: 12 }, async (_, at) => {
      const made = await renderer.render(html(`<p>crowd ${at}</p>`), 2);
      if (made.state === 'later') refused.push(made);
    });
    await until(() => refused.length >= 4);
    expect(refused).to.deep.equal(Array.from({ length: 4 }, () => ({ state: 'later', busy: 'account' })));
    // On a busy machine a caller may be told "later" before its design is rendered.
    await Promise.all([slow, ...crowd]);
    await until(async () => (await renderer.render(html('<p>after</p>'), 2)).state === 'done');
  });

  it('starts no process before there is something to do', async () => {
    const renderer = another();
    expect(renderer.processes).to.equal(0);
    await renderer.render(html('<p>idle</p>'), 1);
    expect(renderer.processes).to.equal(1);
  });

  it('limits the bytes that it keeps: what was unused longest is removed', async () => {
    const renderer = another();
    for (const word of ['one', 'two', 'three']) {
      await renderer.render(html(`<p>${word} ${'x'.repeat(1000)}</p>`), 1);
    }
    const kept = await Rendering.find({}).sort({ used_at: 1 }).toArray();
    await trimKept(kept[1]!.bytes + kept[2]!.bytes);
    expect((await Rendering.find({}).sort({ used_at: 1 }).toArray()).map(({ _id }) => _id)).to.deep.equal(
      kept.slice(1).map(({ _id }) => _id),
    );
  });
});
