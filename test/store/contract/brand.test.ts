import { expect } from 'chai';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { pngOf } from '../../support/images.ts';

const NONE = { name: '', logo: null, colours: [], heading_font: null, text_font: null, updated_at: null };

describe('the brand', () => {
  let api: Api;
  let client: Client;
  before(async () => {
    api = await startApi('contract-brand', { RATE_CALLS: '0' });
  });
  after(() => api.stop());
  beforeEach(async () => {
    client = await api.account();
  });

  const brand = async (owner = client) => (await owner.get('/brand')).body.message.brand;
  async function change(given: Readonly<Record<string, unknown>>, owner = client) {
    const { status, body } = await owner.post('/brand/update', given);
    expect(status, JSON.stringify(body)).to.equal(200);
    const { updated_at, ...rest } = await brand(owner);
    expect(updated_at).to.be.a('string');
    return rest;
  }
  async function image(owner = client): Promise<number> {
    const form = new FormData();
    form.append('file', new File([new Uint8Array(pngOf(300, 100))], 'logo.png'));
    return (await owner.post('/media/upload', form)).body.id;
  }

  it('keeps what is not given, and removes what is blank', async () => {
    expect(await brand()).to.deep.equal(NONE);
    const media_id = await image();
    const { url } = (await client.get(`/media/details?id=${media_id}`)).body.message.media;
    const { updated_at: _, ...none } = NONE;
    const all = {
      name: 'Engines',
      logo: { media_id, url, width: 300, height: 100 },
      colours: ['#1f5fc4', '#c2410c'],
      heading_font: 'Georgia',
      text_font: 'Arial',
    };
    const given = { logo_media_id: media_id, colours: ['#1F5FC4', '#c2410c', '#1f5fc4'], text_font: 'Arial' };
    expect(await change({ ...given, name: 'Engines', heading_font: 'Georgia' })).to.deep.equal(all);
    expect(await change({})).to.deep.equal(all);
    expect(await change({ name: 'Other' })).to.deep.equal({ ...all, name: 'Other' });
    expect(await change({ colours: [], text_font: '', heading_font: '' })).to.deep.equal({
      ...none,
      name: 'Other',
      logo: all.logo,
    });
    expect(await change({ name: '', logo_media_id: 0 })).to.deep.equal(none);
  });

  it('shows the logo on the pages of recipients, and none once its image is deleted', async () => {
    const id = await image();
    await change({ name: 'Engines', logo_media_id: id });
    const { url } = (await brand()).logo;
    const shown = await fetch(url.replace(api.config.publicUrl, api.url));
    expect([shown.status, shown.headers.get('content-type')]).to.deep.equal([200, 'image/png']);
    await client.delete(`/media/delete?id=${id}`);
    expect(await brand()).to.deep.include({ name: 'Engines', logo: null });
  });

  it('refuses images of others, unknown fonts, and texts that are no colours', async () => {
    const foreign = await image(await api.account());
    const cases: [Readonly<Record<string, unknown>>, object][] = [
      [{ logo_media_id: foreign }, { logo_media_id: ['The selected logo media id is invalid.'] }],
      [{ logo_media_id: 'x' }, { logo_media_id: ['The logo media id field must be an integer.'] }],
      [{ text_font: 'Comic Sans' }, { text_font: ['The selected text font is invalid.'] }],
      [{ colours: ['blue'] }, { colours: ['The colours field format is invalid.'] }],
      [{ colours: Array.from({ length: 9 }, (_, at) => `#00000${at}`) }, { colours: [MANY] }],
      [{ name: 'a'.repeat(256) }, { name: ['The name field must not be greater than 255 characters.'] }],
    ];
    for (const [given, errors] of cases) {
      const { status, body } = await client.post('/brand/update', given);
      expect([status, body.errors], JSON.stringify(given)).to.deep.equal([422, errors]);
    }
    expect(await brand()).to.deep.equal(NONE);
  });
});

const MANY = 'The colours field must not have more than 8 items.';
