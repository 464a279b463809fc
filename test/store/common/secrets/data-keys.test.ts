import { expect } from 'chai';
import { DataKey } from '../../../../common/models/data-keys.ts';
import { SigningKey } from '../../../../common/models/signing-keys.ts';
import { closedDataKeys, dataKey, SealedForGood, sealAll } from '../../../../common/secrets/data-keys.ts';
import { seal, unseal } from '../../../../common/secrets/seal.ts';
import { keyIdOf } from '../../../../common/secrets/signing.ts';
import {
  forgetSigningKey,
  missingSigningKeys,
  noteSigningKeys,
} from '../../../../common/secrets/signing-keys.ts';
import { connectMongo, disconnectMongo } from '../../../../common/store/connection.ts';
import { mongodbUrl } from '../../../support/services.ts';

const [OLD, NEW] = ['the old one, with enough characters', 'the new one, with enough characters'] as const;
const before_ = { appSecret: OLD, signingSecrets: [OLD] };
const rotating = { appSecret: NEW, signingSecrets: [NEW, OLD] };
const without = { appSecret: NEW, signingSecrets: [NEW] };

describe('the store of keys', () => {
  before(async () => connectMongo(await mongodbUrl('data-keys')));
  after(() => disconnectMongo());
  beforeEach(async () => {
    await DataKey.deleteMany({});
    await SigningKey.deleteMany({});
  });

  it('makes one data key for each name, however many ask at once', async () => {
    const asked = await Promise.all(Array.from({ length: 8 }, () => dataKey('hashes', before_)));
    expect(new Set(asked.map((key) => key.toString('hex'))).size).to.equal(1);
    expect(asked[0]).to.have.length(32);
    expect(await dataKey('dkim', before_)).not.to.deep.equal(asked[0]);
  });

  it('seals data keys', async () => {
    const key = await dataKey('hashes', before_);
    await dataKey('dkim', before_);
    for (const stored of await DataKey.find().toArray()) {
      expect(stored.sealed_by).to.equal(keyIdOf(OLD));
      expect(JSON.stringify(stored)).not.to.include(key.toString('base64').slice(0, 20));
    }
  });

  it('keeps data keys through a rotation, which may run twice and in parallel', async () => {
    const key = await dataKey('hashes', before_);
    await dataKey('dkim', before_);
    expect(await dataKey('hashes', rotating), 'before npm run rotate').to.deep.equal(key);
    const both = await Promise.all([sealAll(rotating), sealAll(rotating)]);
    expect(both.map(({ sealed, kept }) => sealed + kept)).to.deep.equal([2, 2]);
    expect(await sealAll(rotating)).to.deep.equal({ sealed: 0, kept: 2 });
    expect(await dataKey('hashes', without)).to.deep.equal(key);
    expect(await DataKey.distinct('sealed_by')).to.deep.equal([keyIdOf(NEW)]);
  });

  describe('with a data key that no secret opens', () => {
    let key: Buffer;

    beforeEach(async () => {
      key = await dataKey('hashes', before_);
    });

    it('names the key', async () => {
      expect(await closedDataKeys(without)).to.deep.equal([{ name: 'hashes', sealedBy: keyIdOf(OLD) }]);
      expect(await closedDataKeys(rotating)).to.deep.equal([]);
    });

    for (const [what, act] of [
      ['used', () => dataKey('hashes', without)],
      ['sealed again', () => sealAll(without)],
    ] as const) {
      it(`reports which secret is missing when the key is ${what}, and does not replace it`, async () => {
        const refused = await act().then(
          () => null,
          (error: unknown) => error,
        );
        expect(refused).to.be.an.instanceOf(SealedForGood);
        expect((refused as Error).message)
          .to.include(keyIdOf(OLD))
          .and.include('APP_SECRETS');
        expect(await dataKey('hashes', before_)).to.deep.equal(key);
      });
    }
  });

  it('opens a data key only with the right secret, name and bytes', () => {
    const sealed = seal(OLD, 'a', Buffer.from('key'));
    expect(unseal(OLD, 'a', sealed)?.toString()).to.equal('key');
    expect(unseal(NEW, 'a', sealed)).to.equal(null);
    expect(unseal(OLD, 'b', sealed)).to.equal(null);
    const raw = Buffer.from(sealed, 'base64');
    for (let at = 0; at < raw.length; at += 1) {
      const changed = Buffer.from(raw);
      changed[at]! ^= 1;
      expect(unseal(OLD, 'a', changed.toString('base64')), String(at)).to.equal(null);
    }
    for (const cut of ['', 'AA==', sealed.slice(0, 20)]) expect(unseal(OLD, 'a', cut)).to.equal(null);
  });

  it('knows the signing keys that it was used with', async () => {
    await noteSigningKeys(before_);
    await Promise.all([noteSigningKeys(rotating), noteSigningKeys(rotating)]);
    expect(await missingSigningKeys(rotating)).to.deep.equal({ signed: [], listed: [] });
    expect(await missingSigningKeys(without)).to.deep.equal({ signed: [keyIdOf(OLD)], listed: [] });
    expect(JSON.stringify(await SigningKey.find().toArray())).not.to.include('enough characters');
  });

  it('tells a key that signed from one that was only listed', async () => {
    await noteSigningKeys({ signingSecrets: [OLD, NEW] });
    const old = { signingSecrets: [OLD] };
    expect(await missingSigningKeys(old)).to.deep.equal({ signed: [], listed: [keyIdOf(NEW)] });
    await noteSigningKeys({ signingSecrets: [NEW, OLD] });
    expect(await missingSigningKeys(old)).to.deep.equal({ signed: [keyIdOf(NEW)], listed: [] });
    expect(await missingSigningKeys(without)).to.deep.equal({ signed: [keyIdOf(OLD)], listed: [] });
  });

  it('takes a key for one that signed when an earlier version noted it', async () => {
    await SigningKey.insertOne({ _id: keyIdOf(OLD), first_used_at: new Date() });
    expect(await missingSigningKeys(without)).to.deep.equal({ signed: [keyIdOf(OLD)], listed: [] });
    expect(await forgetSigningKey(keyIdOf(OLD))).to.equal(true);
    expect(await forgetSigningKey(keyIdOf(OLD))).to.equal(false);
    expect(await missingSigningKeys(without)).to.deep.equal({ signed: [], listed: [] });
  });
});
