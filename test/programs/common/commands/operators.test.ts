import { once } from 'node:events';
import { expect } from 'chai';
import { Account } from '../../../../common/models/accounts.ts';
import { AuditEntry } from '../../../../common/models/audit-entries.ts';
import { sendingStop } from '../../../../common/quotas/sending.ts';
import { type Api, type Client, startApi } from '../../../support/api.ts';
import { type Visit, visit } from '../../../support/browser-form.ts';
import { bareEnvironment, type Ran, startNode } from '../../../support/programs.ts';
import { rows } from '../../../support/rows.ts';

/** The programs behind `npm run quotas`, `suspend`, `unsuspend`, `stop-sending` and `resume-sending`. */
describe('the command line of an operator', () => {
  let api: Api;
  let client: Client;
  let account: string;

  const run = async (name: string, ...args: string[]): Promise<Ran> => {
    const { mongodbUrl: MONGODB_URL, redisUrl: REDIS_URL, smtpUrls, appSecret: APP_SECRET } = api.config;
    const environment = bareEnvironment({ MONGODB_URL, REDIS_URL, SMTP_URL: smtpUrls.join(), APP_SECRET });
    const running = startNode([`common/commands/${name}.ts`, ...args], environment);
    const [code] = (await once(running.child, 'close')) as [number];
    return { code, out: running.out(), err: running.err() };
  };
  const limitOf = async (name: string) =>
    (await client.get('/quotas')).body.message.quotas.find((quota: { name: string }) => quota.name === name)
      .limit;

  before(async () => {
    api = await startApi('operators-commands');
    client = await api.account();
    account = String(client.user_id);
  });
  after(() => api.stop());

  it('shows quotas, by id or address', async () => {
    const { email } = (await Account.findOne({ _id: client.user_id }))!;
    for (const named of [account, email])
      expect((await run('quotas', '--account', named)).out)
        .to.match(/contacts +10000000 contacts +0 used\n/)
        .and.match(/^Account \d+ \(Test\)/);
  });

  it('changes quotas and resets them, from the next call on', async () => {
    expect(await limitOf('contacts')).to.equal(10_000_000);
    const changed = await run('quotas', '--account', account, '--set', 'contacts=5', '--set', 'calls=0');
    expect(changed.err).to.equal('');
    expect(changed.out)
      .to.match(/contacts +5 contacts +0 used {2}\(set for this account\)\n/)
      .and.match(/calls +no limit {2}\(set for this account\)\n/);
    // The command ended when every process had dropped the account.
    expect(await limitOf('contacts')).to.equal(5);
    expect(await limitOf('calls')).to.equal(null);
    await run('quotas', '--account', account, '--set', 'contacts=default', '--set', 'calls=default');
    expect(await limitOf('contacts')).to.equal(10_000_000);
    expect((await Account.findOne({ _id: client.user_id }))!.quotas).to.deep.equal({});
  });

  describe('after suspending an account', () => {
    let person: Visit;

    before(async () => {
      expect((await client.get('/contacts-type')).status).to.equal(200);
      const told = await run('suspend', '--account', account, '--reason', 'Complaints <of> 2 %');
      expect([told.code, told.err]).to.deep.equal([0, '']);
      const { email } = (await Account.findOne({ _id: client.user_id }))!;
      person = visit(api);
      await person.open('/account');
      await person.submit('/account/sign-in', { email, password: 'correct horse' });
    });

    it('makes the API refuse its keys at once', async () => {
      expect(await client.get('/contacts-type')).to.deep.include({
        status: 403,
        body: { status: 'failed', errors: 'Account is suspended' },
      });
    });

    it('shows the reason on its page', () => {
      expect(person.page.text)
        .to.include('Your account is suspended')
        .and.include('Complaints &lt;of&gt; 2 %')
        .and.include('Emails today');
    });

    it('ends the suspension, after which the account is as before', async () => {
      expect((await run('unsuspend', '--account', account)).out).to.match(/is no longer suspended/);
      expect((await client.get('/contacts-type')).status).to.equal(200);
      await person.open('/account');
      expect(person.page.text).not.to.include('suspended');
      expect((await run('unsuspend', '--account', account)).out).to.match(/was not suspended/);
      const entries = await rows(AuditEntry).find({ user_id: client.user_id, by: 'operator' }).toArray();
      expect(entries.slice(-3).map(({ act, outcome }) => [act, outcome])).to.deep.equal([
        ['account_suspended', 'done'],
        ['account_unsuspended', 'done'],
        ['account_unsuspended', 'refused'],
      ]);
    });
  });

  it('stops and resumes all sending', async () => {
    expect((await run('stop-sending', '--all', '--yes', '--reason', 'Blocklisted')).out).to.match(
      /^All sending stopped since .* \(Blocklisted\)/,
    );
    expect(await sendingStop()).to.include({ reason: 'Blocklisted' });
    expect((await run('stop-sending', '--all', '--yes')).out).to.match(/\(Blocklisted\)/);
    expect((await run('resume-sending', '--all', '--yes')).out).to.match(/^Sending resumed/);
    expect(await sendingStop()).to.equal(null);
    expect((await run('resume-sending', '--all', '--yes')).out).to.match(/^Sending was not stopped/);
  });

  it('stops nothing without --all, or without a yes', async () => {
    const [bare, unasked] = await Promise.all([run('stop-sending'), run('stop-sending', '--all')]);
    expect([bare.code, unasked.code]).to.deep.equal([1, 1]);
    expect(bare.err).to.match(/^Add --all, because this command concerns all accounts\.\nUsage/);
    expect(unasked.err).to.match(/needs a terminal\. Add --yes/);
    expect(await sendingStop()).to.equal(null);
  });

  it('lists accounts, makes a key with a scope and a last day, closes an account and reopens it', async () => {
    const { email } = (await Account.findOne({ _id: client.user_id }))!;
    const ofAccount = (action: string, ...rest: string[]) =>
      run('account', action, '--email', email, '--json', ...rest);
    const listed = JSON.parse((await run('account', 'list', '--json')).out);
    expect(listed.accounts).to.deep.include({
      ...listed.accounts[0],
      user_id: client.user_id,
      email,
      state: 'open',
    });
    const made = await ofAccount('create-key', '--label', 'shop', '--scope', 'read', '--until', '2999-12-31');
    const { public_key } = JSON.parse(made.out);
    const { keys } = JSON.parse((await ofAccount('keys')).out);
    expect(keys.find((key: { public_key: string }) => key.public_key === public_key)).to.include({
      name: 'shop',
      scope: 'read',
      expires_at: '2999-12-31T23:59:59.999Z',
    });
    expect((await run('account', 'keys', '--email', email)).out)
      .to.include(`${public_key}  read  until 2999-12-31  last used never  shop`)
      .and.match(/ {2}all {2}no last day {2}last used /);
    expect((await ofAccount('create-key', '--label', 'shop', '--until', '2001-01-01')).err).to.match(/until/);
    expect((await ofAccount('close')).err).to.match(/yes/);
    expect((await ofAccount('close', '--yes')).code).to.equal(0);
    expect((await client.get('/quotas')).status).to.equal(403);
    expect((await ofAccount('close', '--yes')).err).to.match(/closed already/);
    expect((await ofAccount('reopen')).code).to.equal(0);
    expect((await client.get('/quotas')).status).to.equal(200);
  });

  it('explains the usage of a command', async () => {
    const wrong = await Promise.all([
      run('quotas'),
      run('quotas', '--account', account, '--set', 'mails=3'),
      run('quotas', '--account', account, '--set', 'contacts=many'),
      run('suspend', '--account', '999999'),
      run('suspend', '--account', 'nobody@example.com'),
      run('unsuspend'),
      run('stop-sending', 'now'),
    ]);
    expect(wrong.map(({ code }) => code)).to.deep.equal([1, 1, 1, 1, 1, 1, 1]);
    const [usage, name, number, missing, unknown, unnamed, extra] = wrong.map(({ err }) => err);
    expect(usage).to.match(/^Usage: .* quotas/);
    expect(name).to.match(/^Unknown quota mails\.\nUsage/);
    expect(number).to.match(/^contacts must be a whole number or default/);
    expect(missing).to.equal('No account has the id 999999.\n');
    expect(unknown).to.equal('No account has the address nobody@example.com.\n');
    expect(unnamed).to.match(/^Usage: .* unsuspend/);
    expect(extra).to.match(/^Usage: .* stop-sending/);
  });
});
