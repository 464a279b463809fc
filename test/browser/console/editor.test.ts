import { expect } from 'chai';
import type { FrameLocator, Page } from 'playwright-core';
import { freePort } from '../../../local/ports.ts';
import type { Client } from '../../support/api.ts';
import { aSend, type Ground, layGround } from '../../support/factories.ts';
import { pngOf } from '../../support/images.ts';
import { until } from '../../support/until.ts';
import { detailsOf } from '../../support/world.ts';
import { makeEmail } from './automation-of-account.ts';
import { type SendingConsole, startSendingConsole } from './sending-console.ts';
import { DESK, isInOrder, PHONE } from './support.ts';

describe('the editor of designs', () => {
  let running: SendingConsole;
  let client: Client;
  let ground: Ground;
  before(async () => {
    // Mails show images by the public address.
    const port = await freePort();
    running = await startSendingConsole('browser-console-editor', {
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
    });
  });
  after(() => running?.stop());
  beforeEach(async () => {
    client = await running.api.account();
    ground = await layGround(client);
  });

  const makeDraft = async (fields: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const { status, body } = await client.post(
      '/single/send/create',
      aSend(ground, { draft: 1, template_id: 1, template_html: '', ...fields }),
    );
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.utr;
  };
  const designOf = (body: string): string =>
    JSON.stringify({ mjml: `<mjml><mj-body>${body}</mj-body></mjml>` });
  const rowOf = (inside: string): string => `<mj-section><mj-column>${inside}</mj-column></mj-section>`;
  const storedMjml = async (utr: string): Promise<string> => {
    const { template_json } = await detailsOf(client, utr);
    return template_json === null ? '' : JSON.parse(template_json).mjml;
  };
  const open = async (page: Page, utr: string): Promise<FrameLocator> => {
    await page.goto(`${running.api.url}/console/editor/campaigns/${utr}`);
    await page.getByRole('heading', { name: 'Blocks' }).waitFor();
    return canvasOf(page);
  };
  const canvasOf = (page: Page): FrameLocator =>
    page.frameLocator(
      'iframe[title="Email content, editable"], iframe[title="Inhalt der E‑Mail, bearbeitbar"]',
    );
  const block = (page: Page, name: string) =>
    page.getByRole('region', { name: 'Blocks' }).getByRole('button', { name, exact: true });
  const settings = (page: Page) => page.getByRole('region', { name: 'Settings' });
  const saved = (page: Page) => page.getByRole('status').getByText('Saved', { exact: true }).waitFor();

  it('saves, previews and sends as a test a mail with blocks, an image and a field', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const image = new FormData();
      image.append('file', new File([new Uint8Array(pngOf(1200, 400))], 'A "summer" banner.png'));
      await client.post('/media/upload', image);
      const { url } = (await client.get('/media')).body.message.media[0];
      await client.post('/contacts/add', {
        contact_type_id: ground.contact_type_id,
        email: 'grace@example.com',
        first_name: 'Grace',
        country: 1,
      });
      const utr = await makeDraft();
      await page.goto(`${running.api.url}/console/campaigns/${utr}/edit`);
      await page.getByText('Design', { exact: true }).click();
      await page.getByRole('button', { name: 'Open the editor' }).click();
      await page.getByRole('heading', { name: 'Blocks' }).waitFor();
      const mail = canvasOf(page);
      const hint = mail.getByText('The email is empty');
      await hint.waitFor();
      await isInOrder(page, 'an empty design');

      await block(page, 'Image').press('Enter');
      await hint.waitFor({ state: 'detached' });
      await settings(page).getByRole('button', { name: 'Choose an image' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'banner' }).click();
      await settings(page).getByRole('textbox', { name: 'Alt text' }).fill('A "summer" banner');
      await until(async () => (await mail.locator('img').getAttribute('src')) === url, 'the image');
      await block(page, 'Text').press('Enter');
      await settings(page).getByRole('button', { name: 'Edit text' }).click();
      const text = mail.locator('[contenteditable=true]');
      await text.waitFor();
      await page.keyboard.press('Control+A');
      await page.keyboard.type('Dear ');
      await page.getByRole('button', { name: 'Personalise Text' }).click();
      await page.getByRole('menuitem', { name: 'First name' }).click();
      await page.getByRole('textbox', { name: 'If First name is empty' }).fill('friend');
      await mail.getByText('friend').waitFor();
      await text.press('End');
      await page.keyboard.type(', hello & welcome <3');
      await block(page, 'Button').press('Enter');
      await settings(page).getByRole('textbox', { name: 'Text', exact: true }).fill('To the shop');
      await settings(page)
        .getByRole('textbox', { name: 'Link to' })
        .fill('https://shop.example.com/?a=1&b="2"');
      await block(page, 'Footer').press('Enter');
      await saved(page);
      await until(async () => (await storedMjml(utr)).includes('unsubscribe_preferences'), 'the save');
      await isInOrder(page, 'a design');
      const mjml = await storedMjml(utr);
      expect(mjml).to.include('Dear ((first_name|friend)), hello &amp; welcome &lt;3');
      expect(mjml).to.include(`src="${url}"`).and.include('alt="A &quot;summer&quot; banner"');

      await page.getByRole('button', { name: 'Done' }).click();
      const preview = page.frameLocator('iframe').first();
      await preview.getByRole('link', { name: 'To the shop' }).waitFor();
      await page.getByRole('combobox', { name: 'Preview as' }).fill('grace');
      await page.getByRole('option', { name: 'grace@example.com' }).click();
      await page
        .frameLocator('iframe[aria-hidden=false][title="Email preview"]')
        .getByText('Dear Grace, hello & welcome <3')
        .waitFor();
      await page.getByRole('textbox', { name: 'Send a test to' }).fill('test@example.com');
      await page.getByRole('button', { name: 'Send test' }).click();
      const test = await until(
        () => Promise.resolve(running.mail.to('test@example.com')[0] ?? null),
        'the test',
      );
      expect((await running.mail.read(test)).html)
        .to.include(url)
        .and.include('Dear Grace, hello &amp; welcome');
    }));

  it('shows a drawing until an image is chosen, and does not store the drawing', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const utr = await makeDraft();
      const mail = await open(page, utr);
      await block(page, 'Text').click();
      await block(page, 'Image').click();
      const shown = async () => decodeURIComponent((await mail.locator('img').getAttribute('src')) ?? '');
      await until(async () => (await shown()).includes('Choose an image'), 'what the canvas shows');
      await saved(page);
      await until(async () => (await storedMjml(utr)).includes('mj-image'), 'the save');
      expect(await storedMjml(utr)).to.not.match(/svg|src=/);
      const { problems } = (await client.get(`/single-send/check?utr=${utr}`)).body.message;
      expect(problems.map(({ code }: { code: string }) => code)).to.include('image_missing');
    }));

  it('removes the drawing from a design that was stored with one in place of an image', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const drawing = '&lt;svg xmlns=&quot;http://www.w3.org/2000/svg&quot;&gt;&lt;/svg&gt;';
      const utr = await makeDraft({
        template_json: designOf(
          rowOf(
            `<mj-text>Hi</mj-text><mj-image alt="" src="${drawing}" /><mj-image alt="" src="((photo))" />`,
          ),
        ),
      });
      await open(page, utr);
      await until(async () => !(await storedMjml(utr)).includes('svg'), 'the save');
      expect(await storedMjml(utr))
        .to.include('src="((photo))"')
        .and.include('Hi');
    }));

  it('accepts blocks that are dragged into an empty mail, and below its last block', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const utr = await makeDraft();
      const mail = await open(page, utr);
      await block(page, 'Heading').dragTo(mail.getByText('The email is empty'));
      const heading = mail.getByText('Your heading');
      await heading.waitFor();
      const { x, y, height } = (await heading.boundingBox())!;
      await block(page, 'Button').hover();
      await page.mouse.down();
      await page.mouse.move(x, y, { steps: 5 });
      // The canvas follows the pointer, and shows where the block would go.
      let moves = 0;
      await until(async () => {
        await page.mouse.move(x + 20 + (moves++ % 4), y + height - 2);
        return await mail.locator('[data-gap]').isVisible();
      }, 'the place of the block');
      await page.mouse.up();
      await mail.getByText('Read more').waitFor();
      await until(
        async () => /Your heading[^]*<mj-button/.test(await storedMjml(utr)),
        'both in one column, one below the other',
      );
      expect((await storedMjml(utr)).match(/<mj-column/g)).to.have.length(1);
    }));

  it('makes the same mail as the API does from the same design', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const utr = await makeDraft({ template_id: 2 });
      await open(page, utr);
      await block(page, 'Heading').click();
      await until(async () => (await storedMjml(utr)).includes('Your heading'), 'the save');
      const { template_json } = await detailsOf(client, utr);
      expect(Object.keys(JSON.parse(template_json))).to.deep.equal(['mjml']);
      const twin = await makeDraft({ template_json });
      const shown = async (one: string) =>
        (await client.get(`/single-send/preview?utr=${one}`)).body.message.preview;
      const [own, other] = [await shown(utr), await shown(twin)];
      expect(own.html).to.include('Your heading').and.include('News from');
      expect([own.html, own.text]).to.deep.equal([other.html, other.text]);
    }));

  it('undoes and redoes a change', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const mail = await open(
        page,
        await makeDraft({ template_html: '', template_json: designOf(rowOf('<mj-text>First</mj-text>')) }),
      );
      const undo = page.getByRole('button', { name: 'Undo' });
      expect(await undo.isDisabled()).to.equal(true);
      await mail.getByText('First').click();
      await settings(page).getByRole('button', { name: 'Delete' }).click();
      await mail.getByText('First').waitFor({ state: 'detached' });
      await undo.click();
      await mail.getByText('First').waitFor();
      await page.getByRole('button', { name: 'Redo' }).click();
      await mail.getByText('First').waitFor({ state: 'detached' });
    }));

  it('works on a phone, and in German', () =>
    running.visit(client, { viewport: PHONE, locale: 'de-DE' }, async (page) => {
      const utr = await makeDraft();
      await page.goto(`${running.api.url}/console/editor/campaigns/${utr}`);
      const blocks = page.getByRole('region', { name: 'Bausteine' });
      await blocks.getByRole('button', { name: 'Überschrift', exact: true }).click();
      await canvasOf(page).getByText('Ihre Überschrift').waitFor();
      await page.getByRole('radiogroup', { name: 'Breite der Vorschau' }).getByText('Telefon').click();
      await page.getByRole('status').getByText('Gespeichert', { exact: true }).waitFor();
      await until(async () => (await storedMjml(utr)).includes('Ihre Überschrift'), 'the save');
    }));

  it('changes no design by opening it, and refuses a design that it cannot show whole', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const table = '<mj-table><tr><td>1 of 2</td></tr></mj-table>';
      const kept = await makeDraft({ template_json: designOf(rowOf(table)) });
      const mail = await open(page, kept);
      await mail.getByText('1 of 2').waitFor();
      expect((await detailsOf(client, kept)).version).to.equal(0);
      await block(page, 'Text').click();
      await until(async () => (await storedMjml(kept)).includes('Write your text here'), 'the save');
      expect(await storedMjml(kept)).to.include(table);
      const other = await makeDraft({
        template_json: designOf(`<![CDATA[Words]]>${rowOf('<mj-text>x</mj-text>')}`),
      });
      await page.goto(`${running.api.url}/console/editor/campaigns/${other}`);
      await page.getByRole('heading', { name: 'The editor cannot show this design' }).waitFor();
      await isInOrder(page, 'a design that does not open');
    }));

  it('changes nothing of a design but the text that a person changes, and shows it so when it is opened again', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const body = `<!-- Offers --> words that no email shows
        <mj-section css-class='hide-phone'   full-width="full-width" ><mj-column width=50%>
          <mj-table ><tr><td>1 of 2</td></tr></mj-table >
          <mj-social mode='vertical'><mj-social-element name="web" href="https://a.example/?b=1&c=2" src="data:," >Web</mj-social-element></mj-social>
        </mj-column><mj-column><mj-text font-size="12px" font-size="14px">First words</mj-text></mj-column></mj-section>
        <mj-raw><!-- htmlmin:ignore --></mj-raw>`;
      const utr = await makeDraft({ template_json: designOf(body) });
      const before = await storedMjml(utr);
      const mail = await open(page, utr);
      await mail.getByText('First words').dblclick();
      await page.keyboard.press('Control+A');
      await page.keyboard.type('Other words');
      await until(async () => (await storedMjml(utr)).includes('Other words'), 'the save');
      expect(await storedMjml(utr)).to.equal(before.replace('First words', 'Other words'));
      const again = await open(page, utr);
      expect(
        await again.getByText('Other words').evaluate((text) => getComputedStyle(text).fontSize),
      ).to.equal('12px');
    }));

  it('fills an empty column next to content, which takes no room before', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const utr = await makeDraft({
        template_json: designOf(
          '<mj-section padding="0"><mj-column><mj-spacer height="60px" /></mj-column><mj-column></mj-column></mj-section><mj-section padding="10px"><mj-column></mj-column></mj-section>',
        ),
      });
      const mail = await open(page, utr);
      expect(await mail.locator('body').evaluate((body) => body.getBoundingClientRect().height)).to.equal(80);
      await mail.getByTitle('Press or drop a block').first().click();
      await block(page, 'Text').click();
      await until(async () => (await storedMjml(utr)).includes('<mj-text'), 'the save');
      expect(await storedMjml(utr)).to.match(/60px" \/><\/mj-column><mj-column>\s*<mj-text/);
    }));

  it('overwrites a change from elsewhere only if the person confirms it', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const utr = await makeDraft();
      // The browser logs the 409 in this tab; the test does not check the tab's log.
      const tab = await page.context().newPage();
      await open(tab, utr);
      const theirs = designOf(rowOf('<mj-text>By a program</mj-text>'));
      await client.post('/single/send/update', {
        ...aSend(ground, { draft: 1, template_html: '', template_json: theirs }),
        utr,
      });
      await block(tab, 'Heading').click();
      const warning = tab.getByRole('alert').filter({ hasText: 'This was changed elsewhere' });
      await warning.waitFor();
      expect(await storedMjml(utr))
        .to.include('By a program')
        .and.not.include('Your heading');
      await isInOrder(tab, 'the warning');
      await warning.getByRole('button', { name: 'Load the newer version' }).click();
      await canvasOf(tab).getByText('By a program').waitFor();
      await warning.waitFor({ state: 'detached' });
      await block(tab, 'Heading').click();
      await until(async () => /By a program[^]*Your heading/.test(await storedMjml(utr)), 'the next save');
    }));

  it('runs no script of a design, and follows none of its links', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const mark = (n: number): string => `top.ran=${n};parent.ran=${n}`;
      const evil = `<mj-text><img src="x" onerror="${mark(1)}"><script>${mark(2)}</script><a href="javascript:${mark(3)}">script</a>
        <a href="https://elsewhere.example/" target="_top">elsewhere</a><svg onload="${mark(4)}"></svg><iframe srcdoc="<script>${mark(5)}</script>"></iframe>
        <iframe src="/console"></iframe><script src="/console/assets/any.js"></script><meta http-equiv="refresh" content="0;url=/console/campaigns">
        <base href="https://elsewhere.example/"><form action="/console/session"><button>send</button></form><details open ontoggle="${mark(6)}">x</details></mj-text>
        <mj-button href="javascript:${mark(7)}">button</mj-button><mj-image src="javascript:${mark(8)}" alt="&quot; onerror=&quot;${mark(9)}" />`;
      const component = { type: 'text', script: mark(10), attributes: { onclick: mark(11) } };
      const template_json = JSON.stringify({
        project: { pages: [{ frames: [{ component }] }] },
        mjml: `<mjml><mj-head><mj-style>a{color:red}</style><script>${mark(12)}</script></mj-style></mj-head><mj-body>${rowOf(evil)}</mj-body></mjml>`,
      });
      const utr = await makeDraft({ template_json });
      // The browser logs each refusal by the content security policy.
      const tab = await page.context().newPage();
      const address = `${running.api.url}/console/editor/campaigns/${utr}`;
      const mail = await open(tab, utr);
      for (const text of ['script', 'elsewhere', 'button'])
        await mail.getByText(text, { exact: true }).click();
      // A person may write again what the canvas removed from a design. The content security policy stops that, too.
      await tab.evaluate(
        ([first, second]) => {
          const { contentDocument } = document.querySelector<HTMLIFrameElement>('iframe[data-panel]')!;
          const link = contentDocument!.createElement('a');
          link.href = `javascript:${first}`;
          link.setAttribute('onclick', second!);
          contentDocument!.body.append(link);
          link.click();
          const script = contentDocument!.createElement('script');
          script.textContent = first!;
          contentDocument!.body.append(script);
        },
        [mark(13), mark(14)],
      );
      await block(tab, 'Heading').click();
      await until(async () => (await storedMjml(utr)).includes('Your heading'), 'a save');
      expect(await storedMjml(utr), 'the mail is what its author wrote').to.include(`onerror="${mark(1)}"`);
      const ran = await tab.evaluate(() => [
        'ran' in window,
        'ran' in document.querySelector<HTMLIFrameElement>('iframe[data-panel]')!.contentWindow!,
      ]);
      expect(ran).to.deep.equal([false, false]);
      expect(tab.url()).to.equal(address);
      expect(page.context().pages()).to.have.length(2);
    }));

  it('saves an email of an automation by its button', () =>
    running.visit(client, { viewport: DESK }, async (page) => {
      const { automation, email } = await makeEmail(client, ground.sender_id);
      const stored = async () =>
        (await client.get(`/automations/schedule?utr=${automation}`)).body.message.automation_schedules[0];
      await page.goto(`${running.api.url}/console/automations/${automation}/emails/${email}`);
      await page.getByText('Design', { exact: true }).click();
      await page.getByRole('button', { name: 'Open the editor' }).click();
      await page.getByRole('heading', { name: 'Blocks' }).waitFor();
      await block(page, 'Heading').click();
      await page.getByRole('status').getByText('Not saved yet', { exact: true }).waitFor();
      expect((await stored()).template_json).to.equal(null);
      await page.getByRole('button', { name: 'Save and close' }).click();
      await page.waitForURL(`**/emails/${email}`);
      const { template_json, subject, template_id } = await stored();
      expect(JSON.parse(template_json).mjml).to.include('Your heading').and.include('News from');
      expect([subject, template_id]).to.deep.equal(['Hello', 1]);
    }));
});
