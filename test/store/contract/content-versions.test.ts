import { expect } from 'chai';
import { setClock } from '../../../common/clock.ts';
import { ContentVersion } from '../../../common/models/content-versions.ts';
import { SingleSend } from '../../../common/models/single-sends.ts';
import { nextId } from '../../../common/store/ids.ts';
import { failed } from '../../support/answers.ts';
import { type Answer, type Api, type Client, startApi } from '../../support/api.ts';
import { createSeries, MINUTE, movableClock } from '../../support/automations.ts';
import { anAccount, aSend, type Ground } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import { sentAgain } from '../../support/sent-again.ts';
import { detailsOf } from '../../support/world.ts';

const designOf = (text: string): string =>
  JSON.stringify({
    mjml: `<mjml><mj-body><mj-section><mj-column><mj-text>${text}</mj-text></mj-column></mj-section></mj-body></mjml>`,
    project: { pages: [text] },
  });
const HTML = '<p>Written by hand — “here”</p>';

/** Contents of each kind, as the inputs of an update. */
const KINDS = {
  design: { template_id: 1, template_json: designOf('Made'), template_html: '' },
  html: { template_id: 1, template_json: '', template_html: HTML },
  template: { template_id: 3, template_json: '', template_html: '' },
  blank: { template_id: 1, template_json: '', template_html: '' },
} as const;
type Kind = keyof typeof KINDS;

interface Shown {
  readonly id: number;
  readonly by: string | null;
  readonly kind: string;
  readonly saved_at: string;
}
type Given = Readonly<Record<string, unknown>>;

/** A kind of record that has content. */
interface Owner {
  readonly name: string;
  make(ground: Ground, content: Given): Promise<Subject>;
}
interface Subject {
  update(fields: Given): Promise<Answer>;
  versions(by?: Client): Promise<Answer>;
  preview(version: number, by?: Client): Promise<Answer>;
  restore(version: number, fields?: Given, by?: Client): Promise<Answer>;
  content(): Promise<Given>;
  remove(): Promise<Answer>;
}

const only = ({ template_id, template_json, template_html }: Given): Given => ({
  template_id,
  template_json: template_json || null,
  template_html: template_html || null,
});
const queryOf = (fields: Given): string => new URLSearchParams(fields as Record<string, string>).toString();

const SEND: Owner = {
  name: 'a single send',
  async make(ground, content) {
    const { client } = ground;
    const { utr } = (
      await sentAgain(() => client.post('/single/send/create', aSend(ground, { draft: 1, ...content })))
    ).body;
    return {
      update: (fields) =>
        sentAgain(() => {
          const { template_html: _, ...bare } = aSend(ground);
          return client.post('/single/send/update', { ...bare, utr, draft: 1, ...fields });
        }),
      versions: (by = client) => by.get(`/single-send/versions?utr=${utr}`),
      preview: (version, by = client) => by.get(`/single-send/preview?${queryOf({ utr, version })}`),
      restore: (version, fields = {}, by = client) =>
        by.post(`/single-send/restore?${queryOf({ utr, version })}`, fields),
      content: async () => only(await detailsOf(client, utr)),
      remove: () => client.delete(`/single/send/delete?utr=${utr}`),
    };
  },
};

const EMAIL: Owner = {
  name: 'an email of an automation',
  async make(ground, content) {
    const { client } = ground;
    const series = await createSeries(ground);
    const { utr } = await series.email({ template_html: '', ...content });
    const shown = async () => {
      const { automation_schedules: emails } = (await client.get(`/automations/schedule?utr=${series.utr}`))
        .body.message;
      return emails.find((one: { utr: string }) => one.utr === utr);
    };
    return {
      async update(fields) {
        const { sender_id, subject, waiting_type, waiting_period, preview_img } = await shown();
        const stored = { sender_id, subject, waiting_type, waiting_period, preview_img };
        return sentAgain(() => client.post('/automations/schedule/update', { ...stored, utr, ...fields }));
      },
      versions: (by = client) => by.get(`/automations/schedule/versions?utr=${utr}`),
      preview: (version, by = client) => by.post('/automations/schedule/preview', { utr, version }),
      restore: (version, fields = {}, by = client) =>
        by.post(`/automations/schedule/restore?${queryOf({ utr, version })}`, fields),
      content: async () => only(await shown()),
      remove: () => client.delete(`/automations/schedule/delete?utr=${utr}`),
    };
  },
};

describe('the history of contents', () => {
  let api: Api;
  let ground: Ground;
  let other: Ground;
  before(async () => {
    api = await startApi('contract-content-versions', { RATE_CALLS: '0' });
    other = await anAccount(api);
    await takeAccount();
  });
  after(() => api.stop());

  /** An account without versions. */
  async function takeAccount(): Promise<void> {
    ground = await anAccount(api);
  }

  const listed = async (subject: Subject): Promise<Shown[]> => {
    const { status, body } = await subject.versions();
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.message.versions;
  };
  const done = async (answer: Promise<Answer>): Promise<Answer> => {
    const { status, body } = await answer;
    expect(status, JSON.stringify(body)).to.equal(200);
    return answer;
  };
  const storedVersions = () => rows(ContentVersion).countDocuments({ user_id: ground.client.user_id });

  for (const owner of [SEND, EMAIL])
    describe(`of ${owner.name}`, () => {
      before(takeAccount);

      for (const before of ['design', 'html', 'template'] as const)
        for (const after of Object.keys(KINDS) as Kind[])
          if (after !== before)
            it(`keeps ${before} when ${after} replaces it, and restores it to the letter`, async () => {
              const subject = await owner.make(ground, KINDS[before]);
              const was = await subject.content();
              await done(subject.update(KINDS[after]));
              const [version, ...others] = await listed(subject);
              expect(others).to.deep.equal([]);
              expect(version).to.include({ by: 'key', kind: before });
              const { body } = await done(subject.restore(version!.id));
              expect(body.version).to.equal(2);
              expect(await subject.content()).to.deep.equal(was);
              // The content from before the restore can be restored, too.
              const [newest] = await listed(subject);
              if (after === 'blank') expect(newest!.id).to.equal(version!.id);
              else {
                await done(subject.restore(newest!.id));
                expect(await subject.content()).to.deep.equal(only(KINDS[after]));
              }
            });

      it('keeps no version of a change of the same kind, unless the call asks for it', async () => {
        const subject = await owner.make(ground, KINDS.design);
        await done(subject.update({ ...KINDS.design, template_json: designOf('More') }));
        await done(subject.update({ template_id: 1, subject: 'Another' }));
        expect(await listed(subject)).to.deep.equal([]);
        await done(subject.update({ ...KINDS.design, template_json: designOf('Other'), keep_version: 1 }));
        const [version] = await listed(subject);
        await done(subject.restore(version!.id));
        expect(await subject.content()).to.include({ template_json: designOf('More') });
      });

      it('keeps a version of an edit five minutes after the last one, and not of other changes', async () => {
        const subject = await owner.make(ground, KINDS.design);
        const edit = (text: string, fields: Given = {}) =>
          done(subject.update({ ...KINDS.design, template_json: designOf(text), ...fields }));
        const clock = movableClock();
        try {
          clock.pass(4 * MINUTE);
          await edit('Four minutes');
          expect(await listed(subject)).to.deep.equal([]);
          clock.pass(2 * MINUTE);
          await done(subject.update({ template_id: 1, subject: 'Another' }));
          await edit('Four minutes');
          expect(await listed(subject)).to.deep.equal([]);
          await edit('Six minutes');
          await edit('Six minutes and a moment');
          expect(await listed(subject)).to.have.length(1);
          clock.pass(5 * MINUTE);
          await edit('Eleven minutes');
          const [newest, oldest] = await listed(subject);
          for (const [version, text] of [
            [oldest!, 'Four minutes'],
            [newest!, 'Six minutes and a moment'],
          ] as const) {
            const { html } = (await done(sentAgain(() => subject.preview(version.id)))).body.message.preview;
            expect(html).to.contain(`>${text}<`);
          }
          expect(await subject.preview(oldest!.id, other.client)).to.deep.include(
            failed(404, 'Record not found'),
          );
          expect(await subject.preview(oldest!.id + 1000)).to.deep.include(failed(404, 'Record not found'));
          await done(subject.restore(oldest!.id));
          expect(await subject.content()).to.include({ template_json: designOf('Four minutes') });
          await done(subject.restore(newest!.id));
          expect(await subject.content()).to.include({ template_json: designOf('Six minutes and a moment') });
        } finally {
          setClock();
        }
      });

      it('keeps no version of a change that is refused', async () => {
        const subject = await owner.make(ground, KINDS.design);
        const was = await subject.content();
        for (const [fields, status] of [
          [{ ...KINDS.html, subject: ['a'] }, 422],
          [{ ...KINDS.html, keep_version: 2 }, 422],
          [{ ...KINDS.html, if_version: 7 }, 409],
        ] as const)
          expect((await subject.update(fields)).status).to.equal(status);
        expect(await listed(subject)).to.deep.equal([]);
        expect(await subject.content()).to.deep.equal(was);
      });

      it('keeps the last 20 versions', async () => {
        await takeAccount();
        const subject = await owner.make(ground, KINDS.html);
        await done(subject.update(KINDS.design));
        const [first] = await rows(ContentVersion).find({ user_id: ground.client.user_id }).toArray();
        for (let round = 0; round < 18; round += 1) {
          const _id = await nextId('content_versions');
          await rows(ContentVersion).insertOne({ ...first!, _id, template_html: `<p>Round ${round}</p>` });
        }
        await done(subject.update(KINDS.html));
        await done(subject.update(KINDS.design));
        expect(await storedVersions()).to.equal(20);
        await done(subject.update(KINDS.html));
        const versions = await listed(subject);
        expect(versions).to.have.length(20);
        expect(await storedVersions()).to.equal(20);
        expect(versions.map(({ id }) => id)).to.deep.equal(
          versions.map(({ id }) => id).sort((a, b) => b - a),
        );
        await done(subject.restore(versions.at(-1)!.id));
        expect(await subject.content()).to.include({ template_html: '<p>Round 1</p>' });
      });

      it('loses nothing when many changes come at once', async () => {
        await takeAccount();
        const subject = await owner.make(ground, KINDS.html);
        const texts = Array.from({ length: 8 }, (_, at) => `At once ${at}`);
        await Promise.all(
          texts.map((text, at) =>
            subject.update(
              at % 2 === 0
                ? { ...KINDS.design, template_json: designOf(text), keep_version: 1 }
                : { ...KINDS.html, template_html: `<p>${text}</p>`, keep_version: 1 },
            ),
          ),
        );
        const kept = await rows(ContentVersion).find({ user_id: ground.client.user_id }).toArray();
        const all = JSON.stringify([await subject.content(), ...kept]);
        for (const text of [HTML.slice(3, 10), ...texts]) expect(all).to.include(text);
      });

      it('answers 404 to other accounts and for other records', async () => {
        const subject = await owner.make(ground, KINDS.html);
        await done(subject.update(KINDS.design));
        const [version] = await listed(subject);
        const neighbour = await owner.make(ground, KINDS.html);
        for (const answer of [
          await subject.versions(other.client),
          await subject.restore(version!.id, {}, other.client),
          await neighbour.restore(version!.id),
          await subject.restore(version!.id + 1000),
        ])
          expect(answer).to.deep.include(failed(404, 'Record not found'));
        expect((await subject.restore(version!.id, { if_version: 0 })).status).to.equal(409);
        expect(await subject.content()).to.deep.equal(only(KINDS.design));
        expect(await listed(neighbour)).to.deep.equal([]);
      });

      it('ends with the record', async () => {
        await takeAccount();
        const subject = await owner.make(ground, KINDS.html);
        await done(subject.update(KINDS.design));
        expect(await storedVersions()).to.equal(1);
        await done(subject.remove());
        expect(await storedVersions()).to.equal(0);
      });
    });

  it('restores a scheduled send without a change of its time, and refuses one that runs', async () => {
    const { client } = ground;
    const when = { schedule_type: 1, schedule_date: '2999-01-01', schedule_time: '09:00:00' };
    const { utr } = (await done(client.post('/single/send/create', aSend(ground, { ...when, draft: 1 }))))
      .body;
    const update = (fields: Given) =>
      done(client.post('/single/send/update', { ...aSend(ground), ...when, utr, ...fields }));
    const { template_html } = await detailsOf(client, utr);
    await update({ ...KINDS.blank });
    expect(await detailsOf(client, utr)).to.include({ status: 0, hold_reason: 'template_empty' });
    const [version] = (await client.get(`/single-send/versions?utr=${utr}`)).body.message.versions;
    const restore = () => client.post(`/single-send/restore?utr=${utr}&version=${version.id}`);
    await done(restore());
    expect(await detailsOf(client, utr)).to.include({ ...when, status: 1, hold_reason: null, template_html });
    await rows(SingleSend).updateOne({ utr }, { $set: { status: 2 } });
    expect(await restore()).to.deep.include(failed(409, 'Single send can not be changed once it is running'));
  });

  it('keeps a version of an account’s template when the call asks for it', async () => {
    await takeAccount();
    const { client } = ground;
    const { id } = (
      await done(
        sentAgain(() =>
          client.post('/templates/save', { template_name: 'Own', template_json: designOf('One') }),
        ),
      )
    ).body;
    const update = (fields: Given) => sentAgain(() => client.post('/templates/update', { id, ...fields }));
    await done(update({ template_json: designOf('Two') }));
    await done(update({ template_json: designOf('Three'), keep_version: 1 }));
    await done(update({ template_name: 'Renamed', keep_version: 1 }));
    const versions = async () => (await client.get(`/templates/versions?id=${id}`)).body.message.versions;
    const [version, ...others] = await versions();
    expect([version.kind, others]).to.deep.equal(['design', []]);
    const { body } = await done(client.post(`/templates/restore?id=${id}&version=${version.id}`));
    expect(body.version).to.equal(4);
    const { template } = (await client.get(`/templates/details?id=${id}`)).body.message;
    expect(template).to.include({ template_json: designOf('Two'), template_name: 'Renamed', version: 4 });
    expect(await versions()).to.have.length(2);
    expect((await other.client.get(`/templates/versions?id=${id}`)).status).to.equal(404);
    await done(client.delete(`/templates/delete?id=${id}`));
    expect(await storedVersions()).to.equal(0);
  });

  it('keeps 64 MiB of an account, and deletes the oldest first', async () => {
    await takeAccount();
    const subject = await SEND.make(ground, KINDS.html);
    await rows(ContentVersion).insertMany(
      [1, 2].map((at) => ({
        _id: -at,
        user_id: ground.client.user_id,
        owner: 'send' as const,
        template_id: 1,
        owner_id: -at,
        template_json: null,
        template_html: '',
        design_bytes: 40 * 1024 * 1024,
        by: null,
        saved_at: new Date(),
      })),
    );
    await done(subject.update(KINDS.design));
    const left = await rows(ContentVersion)
      .find({ user_id: ground.client.user_id })
      .sort({ _id: 1 })
      .toArray();
    expect(left.map(({ owner_id }) => owner_id)).to.have.length(2);
    expect(left[0]!.owner_id).to.equal(-1);
  });
});
