import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { readZone, SHARDED, shardScript, UNSHARDED } from '../../../../common/commands/shard-script.ts';
import { MODELS } from '../../../../common/models/all.ts';
import { LARGE_COLLECTIONS } from '../../../../common/store/large-collections.ts';

/** The collections whose documents have an account, by the sources of the models. */
const ofAccounts = readdirSync('common/models')
  .map((file) => readFileSync(`common/models/${file}`, 'utf8'))
  .filter((source) => /^ {2}user_id\??: number|'user_id'/m.test(source))
  .flatMap((source) => /collection<\w+>\('(\w+)'\)/.exec(source)?.[1] ?? []);

/** They have an account, but are found by a token. */
const BY_TOKEN = ['keys', 'media', 'report_shares', 'sessions'];

describe('the commands that shard a store', () => {
  it('shard each collection whose documents have an account, and files, but not those found by a token', () => {
    expect(SHARDED.map(({ name }) => name)).to.have.members([
      ...ofAccounts.filter((name) => !BY_TOKEN.includes(name)),
      'uploads.chunks',
      'uploads.files',
    ]);
    expect(MODELS.map(({ name }) => name)).to.include.members([...UNSHARDED]);
    expect(SHARDED.map(({ name }) => name)).to.include.members([...LARGE_COLLECTIONS]);
  });

  it('are possible: each unique index begins with the account', () => {
    for (const { name, indexes } of SHARDED)
      for (const { key, unique } of indexes)
        if (unique) expect(Object.keys(key)[0], name).to.equal('user_id');
  });

  it('are on the page on scale, where they leave out a collection', () => {
    const page = readFileSync('docs/scale.md', 'utf8');
    for (const name of UNSHARDED) expect(page).to.include(`\`${name}\``);
  });

  it('create an index where no index has all documents', () => {
    const script = shardScript('mailing');
    expect(script[0]).to.equal('sh.enableSharding("mailing");');
    expect(script).to.include('sh.shardCollection("mailing.contacts", { user_id: 1 });');
    const created = script.filter((line) => line.includes('createIndex'));
    expect(created).to.include(
      'db.getSiblingDB("mailing").getCollection("mail_links").createIndex({ user_id: 1 });',
    );
    expect(created.join()).to.not.include('contacts');
    expect(script.filter((line) => line.includes('shardCollection'))).to.have.length(SHARDED.length);
  });

  it('keep accounts in zones', () => {
    const script = shardScript('mailing', [{ name: 'eu', from: 1, to: 9 }]);
    expect(script).to.include('// sh.addShardToZone("SHARD", "eu"); for each shard of the zone');
    expect(script).to.include(
      'sh.updateZoneKeyRange("mailing.contacts", { user_id: 1 }, { user_id: 10 }, "eu");',
    );
  });

  it('refuse what is not a zone', () => {
    expect(readZone('eu-west=1..999')).to.deep.equal({ name: 'eu-west', from: 1, to: 999 });
    for (const text of ['eu', 'eu=1', 'eu=2..1', '=1..2', 'e"u=1..2', 'eu=-1..2'])
      expect(readZone(text)).to.equal(null);
  });
});
