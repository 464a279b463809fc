import { expect } from 'chai';
import fc from 'fast-check';
import { REPLY_CLASSES, UNSURE_RULE } from '../../../../common/domain/reply-classes.ts';
import { type ClassifiedReply, classify } from '../../../../common/replies/classify.ts';
import { RULES } from '../../../../common/replies/rules/all.ts';
import { verdictOfReport } from '../../../../inbound/reports/said.ts';
import { accuracyByProvider, knownReplies, vetoedReplies } from '../../../support/replies.ts';

const SUPPRESSING = new Set(['gone', 'inactive']);
const reply = (one: Partial<ClassifiedReply> & { text: string }): ClassifiedReply => ({
  stage: 'RCPT',
  code: 550,
  enhanced: null,
  ...one,
});

/** A dead, an inactive and a full mailbox of each language. */
const WORDS: readonly (readonly [string, string, string, string])[] = [
  ['de', 'Empfänger existiert nicht', 'Konto wurde deaktiviert', 'Postfach ist voll'],
  ['fr', "L'utilisateur n'existe pas", 'Compte désactivé', 'Boîte pleine'],
  ['es', 'El usuario no existe', 'Cuenta suspendida', 'Buzón lleno'],
  ['pt', 'Destinatário desconhecido', 'Conta encerrada', 'Caixa postal cheia'],
  ['it', 'Utente inesistente', 'Casella disattivata', 'Casella piena'],
  ['nl', 'Ontvanger onbekend', 'Account is opgeheven', 'Mailbox zit vol'],
  ['sv', 'Mottagaren finns inte', 'Kontot är avslutat', 'Brevlådan är full'],
  ['da', 'Modtageren findes ikke', 'Kontoen er lukket', 'Postkassen er fuld'],
  ['nb', 'Mottakeren finnes ikke', 'Kontoen er stengt', 'Postboksen er full'],
  ['fi', 'Käyttäjää ei löydy', 'Tili on suljettu', 'Postilaatikko on täynnä'],
  ['pl', 'Użytkownik nie istnieje', 'Konto jest zablokowane', 'Skrzynka jest pełna'],
  ['cs', 'Uživatel neexistuje', 'Účet byl zrušen', 'Schránka je plná'],
  ['ru', 'Такого пользователя нет', 'Почтовый ящик заблокирован', 'Почтовый ящик переполнен'],
  ['tr', 'Böyle bir kullanıcı yok', 'Hesap kapatılmış', 'Posta kutusu dolu'],
  ['ja', 'そのユーザは存在しません', 'アカウントは停止されています', 'メールボックスの容量超過'],
  ['en', 'No such recipient here', 'This mailbox is disabled', 'Mailbox is full'],
];

describe('the classification of replies', () => {
  const known = knownReplies();

  it('gives the right class to 95 % of the known replies of at least 25 providers and servers', () => {
    const wrong = known.filter(({ reply, expected }) => classify(reply).class !== expected);
    for (const { provider, reply, expected } of wrong)
      console.log(
        `      ${provider}: ${expected}, not ${classify(reply).class} (${classify(reply).rule}): ${reply.text}`,
      );
    console.log(accuracyByProvider().replaceAll(/^/gm, '      '));
    expect(known.length).to.be.at.least(300);
    expect(new Set(known.map(({ provider }) => provider)).size).to.be.at.least(25);
    expect(wrong.length / known.length).to.be.at.most(0.05);
  });

  it('gives no class that suppresses the address by mistake', () => {
    const wrong = known.filter(
      ({ reply, expected }) => SUPPRESSING.has(classify(reply).class) && !SUPPRESSING.has(expected),
    );
    expect(wrong.map(({ reply }) => reply.text)).to.deep.equal([]);
  });

  for (const [language, gone, inactive, full] of WORDS)
    it(`knows words for mailboxes in the language ${language}`, () => {
      for (const [text, expected] of [
        [gone, 'gone'],
        [inactive, 'inactive'],
        [full, 'full'],
      ] as const)
        expect(classify(reply({ text: `550 ${text}` })).class, text).to.equal(expected);
    });

  for (const { text, domain, alike, suppresses } of vetoedReplies())
    it(`reads ${JSON.stringify(text)} as ${alike.join(' or ')} in a reply and in a report`, () => {
      const [, code, enhanced] = /^(\d{3})[ -](?:(\d\.\d+\.\d+) )?/.exec(text)!;
      const said = reply({ text, domain, code: Number(code), enhanced: enhanced ?? null });
      const inReport = verdictOfReport({ status: enhanced ?? null, text, address: `lea@${domain}` });
      for (const { class: name, rule } of [classify(said), inReport]) {
        expect(alike, rule).to.include(name);
        expect(SUPPRESSING.has(name), rule).to.equal(suppresses);
      }
    });

  it('suppresses no address where a recipient is refused because of the sender', () => {
    for (const text of [
      '550 5.1.0 Recipient rejected because of your reputation',
      '550 5.1.0 recipient refused by content policy',
      '550 Recipient denied: your sending rights are suspended',
    ])
      expect(SUPPRESSING.has(classify(reply({ text, enhanced: '5.1.0' })).class), text).to.equal(false);
  });

  it('suppresses no address for lists of permitted senders, relations to us and things of a mail', () => {
    for (const text of [
      'Your address is not listed in our whitelist',
      'Your account is not found in our allow list',
      'Your address was not recognised; it must be on the list',
      'You have no prior relationship with this recipient',
      'There is no existing business relationship with this customer',
      'Email contains unknown characters',
      'email body encoding invalid',
      'not an email that this person wanted',
      'the member is not a mutual contact',
      'The recipient is missing consent',
    ])
      for (const enhanced of [null, '5.7.1']) {
        const found = classify(reply({ text: `550 ${enhanced ?? ''} ${text}`, enhanced }));
        expect(SUPPRESSING.has(found.class), `${text}: ${found.rule}`).to.equal(false);
      }
  });

  it('suppresses no address for a certificate without a user', () => {
    for (const text of ['No matching user for this certificate', 'Unable to locate user certificate policy'])
      for (const stage of ['RCPT', 'report'] as const) {
        const { class: name, rule } = classify(reply({ text: `550 ${text}`, stage }));
        expect(SUPPRESSING.has(name), `${text}: ${rule}`).to.equal(false);
      }
  });

  it('takes a domain that is not verified for a relay’s word only without the name of a check', () => {
    const classOf = (text: string) =>
      classify(reply({ stage: 'dot', enhanced: '5.7.1', text: `550 5.7.1 Message rejected: ${text}` })).class;
    expect(classOf('the From domain is not verified')).to.equal('relay');
    for (const check of ['by DMARC', 'by SPF', 'in DNS'])
      expect(classOf(`the From domain is not verified ${check}`), check).to.be.oneOf(['auth', 'policy']);
  });

  it('takes a single word for a missing mailbox only with a word for one', () => {
    for (const [text, name] of [
      ['550 Not found', 'unknown'],
      ['550 Domains not registered properly', 'auth'],
      ['550 not registered user', 'gone'],
      ['550 Unknown host: mail.example.com', 'unknown'],
      ['550 5.1.2 Unknown host', 'gone'],
    ] as const) {
      const enhanced = text.includes('5.1.2') ? '5.1.2' : null;
      expect(classify(reply({ text, enhanced })).class, text).to.equal(name);
    }
  });

  it('suppresses no address by weights for a fault of a server or of DNS, or against a rule, and pauses no send by a guess', () => {
    for (const [text, name] of [
      ['550 utf8 not supported', 'unknown'],
      ['550 5.5.1 command not allowed for this recipient', 'unknown'],
      ['550 MX record of the domain does not exist', 'unknown'],
      ['550 no MX record exists for domain', 'unknown'],
      ['550 this host is no longer MX for the domain', 'unknown'],
      ['550 domain moved, MX changed', 'unknown'],
      // By the rule of its code.
      ['550 5.4.4 MX record of domain not found', 'gone'],
      ['550 Could not open mailbox: directory does not exist', 'unknown'],
      ['550 user closed mailbox to strangers', 'policy'],
      ['550 account does not exist on this gateway, greylisted', 'later'],
    ] as const) {
      const enhanced = /^550 (5\.\d\.\d)/.exec(text)?.[1] ?? null;
      expect(classify(reply({ text, enhanced })).class, text).to.equal(name);
    }
  });

  it('finds missing mailboxes by the meanings of words in languages that no rule has words for', () => {
    for (const text of [
      'utilizator inexistent',
      'потребителят не съществува',
      'pengguna tidak ditemukan',
      'vartotojas nežinomas',
      'kasutaja tundmatu',
    ])
      expect(classify(reply({ text: `550 ${text}` })), text).to.deep.equal({ class: 'gone', rule: 'learnt' });
  });

  it('only suspects an address by words of a dead mailbox that are not sure, with or without a rule', () => {
    const read = (text: string) => classify(reply({ text: `550 ${text}` }));
    for (const text of ['Host does not accept mail', 'Invalid mailbox or policy'])
      expect(read(text), text).to.deep.equal({ class: 'gone', rule: UNSURE_RULE });
    expect(read('User unknown')).to.deep.equal({ class: 'gone', rule: 'no-such-mailbox' });
  });

  it('suppresses no address by weights for a state that passes, a wish or a key', () => {
    for (const text of [
      'mailbox not ready',
      'user not online',
      'recipient cannot be reached',
      'the person did not ask for this mail',
      'recipient has not confirmed subscription',
      'recipient has no valid key',
      'non-ASCII address not supported',
      'der Empfänger möchte keine E-Mails',
      'le destinataire ne souhaite pas recevoir ce message',
      'пользователь не подтвердил подписку',
    ])
      for (const enhanced of [null, '5.2.1'])
        expect(
          SUPPRESSING.has(classify(reply({ text: `550 ${enhanced ?? ''} ${text}`, enhanced })).class),
          `${enhanced} ${text}`,
        ).to.equal(false);
  });

  it('suppresses for sentences about a mailbox, and not for the same ones about other things', () => {
    const sentences = [
      (it: string) => `${it} unknown`,
      (it: string) => `unknown ${it}`,
      (it: string) => `no such ${it}`,
      (it: string) => `${it} not found`,
      (it: string) => `${it} does not exist`,
      (it: string) => `invalid ${it}`,
      (it: string) => `${it} could not be found`,
      (it: string) => `${it} is disabled`,
      (it: string) => `${it} has been suspended`,
      (it: string) => `${it} no longer in use`,
    ];
    for (const sentence of sentences) {
      for (const it of ['user', 'mailbox', 'recipient', 'address', 'account', 'alias', 'email address'])
        expect(
          SUPPRESSING.has(classify(reply({ text: `550 ${sentence(it)}` })).class),
          sentence(it),
        ).to.equal(true);
      for (const it of ['sender', 'from address', 'your account', 'certificate', 'command', 'your domain'])
        expect(
          SUPPRESSING.has(classify(reply({ text: `550 ${sentence(it)}` })).class),
          sentence(it),
        ).to.equal(false);
    }
  });

  it('does not suppress for words about an error, a server or us in other languages', () => {
    for (const text of [
      'Erreur inconnue',
      'Unbekannter Fehler',
      'Error desconocido',
      'Errore sconosciuto',
      'Erro desconhecido',
      'Ukendt fejl',
      'Tuntematon virhe',
      'Неизвестная ошибка',
      '未知错误',
      'Ihr Konto ist gesperrt',
      'Votre compte est désactivé',
      'Su cuenta no existe',
      'Adresse IP inconnue',
      'Zertifikat nicht gefunden',
      'Сервер не найден',
      'Wir akzeptieren nicht mehr als 10 Mails',
    ])
      expect(SUPPRESSING.has(classify(reply({ text: `550 ${text}` })).class), text).to.equal(false);
  });

  it('does not suppress at MAIL, nor for a temporary reply, whatever the known replies say', () => {
    for (const { reply } of known) {
      expect(SUPPRESSING.has(classify({ ...reply, stage: 'MAIL' }).class), reply.text).to.equal(false);
      const temporary = { ...reply, code: 450, enhanced: reply.enhanced?.replace(/^5/, '4') ?? null };
      expect(SUPPRESSING.has(classify(temporary).class), reply.text).to.equal(false);
    }
  });

  it('reads codes at the end and inside of the text', () => {
    expect(classify(reply({ text: '550 sorry (#5.1.1)' })).class).to.equal('gone');
    expect(classify(reply({ text: '550 #5.1.0 Address rejected.' })).class).to.equal('gone');
    expect(classify(reply({ code: null, text: 'said: 552 5.2.2 no' })).class).to.equal('full');
    expect(classify(reply({ text: '550 version 5.1.1.2 of 10.5.1.1' })).class).to.equal('unknown');
  });

  it('takes no words from addresses', () => {
    expect(classify(reply({ text: '550 <no.such.user@example.com> refused' })).class).to.equal('unknown');
    expect(classify(reply({ text: '550 spam@example.com: user unknown' })).class).to.equal('gone');
  });

  it('uses the server or the domain when words are not enough', () => {
    const text = '550 5.4.1 Recipient address rejected: Access denied.';
    const one = reply({ enhanced: '5.4.1', text });
    expect(classify(one).class).to.equal('policy');
    expect(classify({ ...one, server: 'example-com.mail.protection.outlook.com' }).class).to.equal('gone');
    expect(classify({ ...one, domain: 'HOTMAIL.com' }).class).to.equal('gone');
  });

  it('gives each rule its own name', () => {
    const names = RULES.map(({ rule }) => rule);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).to.deep.equal([]);
    for (const { rule, class: name, kind, stages = [] } of RULES) {
      if (!SUPPRESSING.has(name)) continue;
      expect(kind, rule).to.equal(5);
      expect(stages.length > 0 && !stages.includes('MAIL'), rule).to.equal(true);
    }
  });

  it('gives any reply a class of the table', () => {
    fc.assert(
      fc.property(
        fc.record({
          stage: fc.constantFrom('MAIL', 'RCPT', 'DATA', 'dot', 'report'),
          code: fc.option(fc.integer({ min: 400, max: 599 })),
          enhanced: fc.option(fc.constantFrom('5.1.1', '4.2.2', '5.7.26', '9.9.9', '')),
          text: fc.oneof(
            fc.string({ unit: 'binary', maxLength: 2000 }),
            fc
              .array(fc.constantFrom('user', 'unknown', ' ', '@', '5.1.1', '*', "'", 'spam', '550-', 'й'), {
                maxLength: 400,
              })
              .map((parts) => parts.join('')),
          ),
        }),
        (one) => {
          expect(REPLY_CLASSES).to.include(classify(one).class);
        },
      ),
      { numRuns: 500 },
    );
  });
});
