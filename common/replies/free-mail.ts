import { providerOfDomain } from './providers.ts';

/** Domains of free mailboxes that have no entry among the receivers (`common/replies/providers.ts`). */
const MORE: ReadonlySet<string> = new Set(
  `aim.com att.net bellsouth.net bigpond.com bk.ru bluewin.ch bol.com.br btinternet.com centrum.cz charter.net cox.net daum.net earthlink.net
  email.cz fastmail.com freenet.de googlemail.com hanmail.net hey.com hotmail.be hotmail.ca hotmail.co.jp hotmail.com.br hotmail.de hotmail.es
  hotmail.it hotmail.nl hushmail.com inbox.ru interia.pl internet.ru kpnmail.nl laposte.net libero.it list.ru live.be live.ca live.com.au
  live.de live.it live.nl live.se lycos.com mac.com mail.com mail.de me.com naver.com numericable.fr o2.pl onet.pl optonline.net outlook.at
  outlook.be outlook.com.br outlook.es outlook.it outlook.jp pm.me poczta.onet.pl posteo.de proton.me protonmail.com rambler.ru rediffmail.com
  rocketmail.com rogers.com sbcglobal.net seznam.cz shaw.ca sina.com skynet.be sky.com sympatico.ca t-online.de talktalk.net telenet.be
  telia.com terra.com.br tiscali.it tutanota.com uol.com.br verizon.net virgilio.it voila.fr wanadoo.fr wp.pl yahoo.ca yahoo.co.id yahoo.co.in
  yahoo.co.jp yahoo.co.uk yahoo.com.ar yahoo.com.au yahoo.com.br yahoo.com.mx yahoo.de yahoo.es yahoo.fr yahoo.in yahoo.it ymail.com ziggo.nl`
    .split(/\s+/)
    .filter((one) => one !== ''),
);

/** Whether people get mailboxes of this domain from a provider: only the provider can sign its mails. */
export function isFreeMail(domain: string): boolean {
  const name = domain.toLowerCase();
  return MORE.has(name) || providerOfDomain(name) !== undefined;
}
