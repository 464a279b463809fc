import { expect } from 'chai';
import { ApiError } from '../../../client/src/index.ts';
import {
  type SaveAnswer,
  type SavedRecord,
  Saving,
  type StoredDraft,
} from '../../../console/src/app/saving.ts';

interface Draft {
  readonly text: string;
}

const CHANGED = 'It was changed since this version';
const refused = (status: number): ApiError =>
  new ApiError({ call: 'save', status, errors: CHANGED, hints: {}, requestId: null, retryAfter: null });

/** A draft of a record that the service has, which `answer` may replace. */
function saving(name: string) {
  const service = {
    stored: { draft: { text: 'stored' }, version: 1 } as StoredDraft<Draft>,
    sent: [] as string[],
    async answer(): Promise<void> {},
  };
  const kept: SavedRecord<Draft, true, SaveAnswer> = {
    name,
    initial: service.stored.draft,
    version: 1,
    changed: CHANGED,
    async save(draft, _, version) {
      service.sent.push(`${draft.text} ${version}`);
      await service.answer();
      service.stored = { draft, version: version + 1 };
      return { version: version + 1 };
    },
    read: async () => service.stored,
    isLarge: () => false,
  };
  return { service, saves: new Saving(kept) };
}

describe('a draft that the console saves', () => {
  it('is sent once, from the version that is stored', async () => {
    const { service, saves } = saving('once');
    saves.change({ text: 'first' });
    expect(saves.standing.state).to.equal('unsaved');
    expect(await Promise.all([saves.flush(), saves.flush()])).to.deep.equal([true, true]);
    saves.change({ text: 'second' });
    await saves.flush();
    expect(service.sent).to.deep.equal(['first 1', 'second 2']);
    expect(saves.standing).to.include({ state: 'saved', version: 2, error: null });
  });

  it('stays unsaved where more was typed during the save', async () => {
    const { service, saves } = saving('more');
    service.answer = async () => saves.change({ text: 'more' });
    saves.change({ text: 'first' });
    await saves.flush();
    expect(saves.standing.state).to.equal('unsaved');
    expect(saves.isStored).to.equal(false);
  });

  it('waits for a choice after another change of the record', async () => {
    const { service, saves } = saving('choice');
    service.stored = { draft: { text: 'theirs' }, version: 5 };
    service.answer = () => Promise.reject(refused(409));
    saves.change({ text: 'mine' });
    expect(await saves.flush()).to.equal(false);
    expect(saves.standing).to.include({ state: 'conflict', error: null });
    expect(saves.isAtRisk).to.equal(true);
    expect(await saves.flush()).to.equal(false);
    service.answer = async () => {};
    await saves.keepMine();
    expect(service.sent).to.deep.equal(['mine 1', 'mine 5']);
    expect(saves.standing.state).to.equal('saved');
  });

  it('becomes the stored one where a person chooses that', async () => {
    const { service, saves } = saving('theirs');
    service.stored = { draft: { text: 'theirs' }, version: 5 };
    service.answer = () => Promise.reject(refused(409));
    saves.change({ text: 'mine' });
    await saves.flush();
    await saves.loadTheirs();
    expect(saves.standing).to.include({ state: 'saved', loads: 1 });
    expect(saves.standing.draft).to.deep.equal({ text: 'theirs' });
  });

  it('is no conflict where only the answer to its own save was lost', async () => {
    const { service, saves } = saving('lost');
    service.answer = () => Promise.reject(refused(503));
    saves.change({ text: 'mine' });
    await saves.flush();
    expect(saves.standing.state).to.equal('failed');
    service.stored = { draft: { text: 'mine' }, version: 2 };
    service.answer = () => Promise.reject(refused(409));
    expect(await saves.flush()).to.equal(true);
    expect(saves.standing.state).to.equal('saved');
  });

  it('is as before where a save as ready is refused', async () => {
    const { service, saves } = saving('ready');
    service.answer = () => Promise.reject(refused(422));
    const failure = await saves.send(true).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(ApiError);
    expect(saves.standing).to.include({ state: 'saved', error: null });
  });

  it('saves what is restored, and asks first where that was changed elsewhere', async () => {
    const { service, saves } = saving('restored');
    saves.restore({ text: 'kept' }, false);
    expect(saves.standing).to.include({ state: 'unsaved', loads: 1 });
    await saves.flush();
    saves.restore({ text: 'kept longer' }, true);
    expect(saves.standing).to.include({ state: 'conflict', loads: 2 });
    expect(await saves.flush()).to.equal(false);
    expect(service.sent).to.deep.equal(['kept 1']);
    await saves.keepMine();
    expect(service.sent).to.deep.equal(['kept 1', 'kept longer 2']);
    expect(saves.standing.state).to.equal('saved');
  });
});
