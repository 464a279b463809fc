import { expect } from 'chai';
import { mailboxOfDomain, mailboxOfServer } from '../../../../common/replies/mailbox-names.ts';
import { receiversOf } from '../../../../console/src/data/receivers.ts';

describe('a mailbox provider', () => {
  it('is found by the name of an MX host', () => {
    for (const [host, name] of [
      ['aspmx.l.google.com', 'Google'],
      ['ALT1.ASPMX.L.GOOGLE.COM.', 'Google'],
      ['aspmx2.googlemail.com', 'Google'],
      ['example-com.mail.protection.outlook.com', 'Microsoft'],
      ['hotmail-com.olc.protection.outlook.com', 'Microsoft'],
      ['example-de.b-v1.mx.microsoft', 'Microsoft'],
      ['mta7.am0.yahoodns.net', 'Yahoo'],
      ['mx01.mail.icloud.com', 'Apple iCloud'],
      ['mx00.gmx.net', 'GMX, WEB.DE, IONOS'],
      ['mx-ha03.web.de', 'GMX, WEB.DE, IONOS'],
      ['mx00.t-online.de', 'T-Online'],
      ['mx00.ionos.de', 'GMX, WEB.DE, IONOS'],
      ['mail.protonmail.ch', 'Proton'],
      ['in1-smtp.messagingengine.com', 'Fastmail'],
      ['mx.zoho.eu', 'Zoho'],
      ['mx0a-001b2d01.pphosted.com', 'Proofpoint'],
      ['eu-smtp-inbound-1.mimecast.com', 'Mimecast'],
      ['mx1.smtp.sendgrid.net', null],
      ['notgoogle.com', null],
      ['google.com.evil.example', null],
      ['com', null],
      ['', null],
    ] as const)
      expect(mailboxOfServer(host), host).to.equal(name);
    expect(['Gmail.com', 'web.de', 'example.com'].map(mailboxOfDomain)).to.deep.equal([
      'Google',
      'GMX, WEB.DE, IONOS',
      null,
    ]);
  });

  it('has one row in a report, and a domain without one has its own', () => {
    const line = (domain: string | null, provider: string | null, accepted: number) => ({
      domain,
      provider,
      accepted,
      opened: 1,
      clicked: 0,
      unsubscribed: 0,
      complained: 0,
      bounced: 2,
    });
    const lines = [
      line('own.example', null, 9),
      line('gmail.com', 'Google', 8),
      line('shop.example', 'Google', 7),
      line(null, null, 100),
    ];
    const shown = (by: 'provider' | 'domain') =>
      receiversOf(lines, by).map(({ name, accepted, bounced, domains }) => [
        name,
        accepted,
        bounced,
        domains.join(),
      ]);
    expect(shown('provider')).to.deep.equal([
      ['Google', 15, 4, 'gmail.com,shop.example'],
      ['own.example', 9, 2, ''],
      [null, 100, 2, ''],
    ]);
    expect(shown('domain')).to.deep.equal([
      ['own.example', 9, 2, ''],
      ['gmail.com', 8, 2, ''],
      ['shop.example', 7, 2, ''],
      [null, 100, 2, ''],
    ]);
  });
});
