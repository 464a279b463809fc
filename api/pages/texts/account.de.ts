import { html } from '../../../common/domain/html.ts';
import type { accountEn } from './account.en.ts';

export const accountDe: typeof accountEn = {
  language: 'de',
  wrongForm: {
    title: 'Dieses Formular ist veraltet',
    body: html`<p>Es wurde nichts geändert. Bitte <a href="/account?plain">öffnen Sie Ihr Konto</a> und versuchen Sie es noch einmal.</p>`,
  },
  unknownLink: {
    title: 'Dieser Link funktioniert nicht',
    body: html`<p>Vielleicht wurde er unterwegs abgeschnitten oder verändert. Bitte öffnen Sie ihn noch einmal aus der E‑Mail, oder kopieren Sie ihn ganz.</p>`,
  },
  problems: 'Das hat noch nicht geklappt',
  tooMany: (minutes) =>
    `Das waren zu viele Versuche. Warten Sie ${minutes > 1 ? `${minutes} Minuten` : 'eine Minute'}, und versuchen Sie es dann noch einmal.`,
  email: 'E‑Mail-Adresse',
  noEmail: 'Geben Sie Ihre E‑Mail-Adresse ein.',
  longEmail: (most) => `Eine E‑Mail-Adresse hat höchstens ${most} Zeichen.`,
  password: 'Passwort',
  yourPassword: 'Ihr Passwort',
  noPassword: 'Geben Sie Ihr Passwort ein.',
  longPassword: (most) => `Ein Passwort hat höchstens ${most} Zeichen.`,
  notYourPassword: 'Das ist nicht Ihr Passwort.',
  newPassword: 'Neues Passwort',
  newPasswordHint: 'Mindestens 8 Zeichen. Mehrere Wörter ergeben ein gutes Passwort.',
  shortNewPassword: (least) => `Das neue Passwort braucht mindestens ${least} Zeichen.`,
  longNewPassword: (most) => `Das neue Passwort darf höchstens ${most} Zeichen haben.`,
  toSignIn: 'Zurück zur Anmeldung',
  toAccount: 'Zurück zu Ihrem Konto',
  signOut: 'Abmelden',
  signIn: {
    title: 'Anmelden',
    button: 'Anmelden',
    wrong: 'Die E‑Mail-Adresse oder das Passwort ist falsch.',
    wasReset: 'Ihr Passwort ist gesetzt. Melden Sie sich damit an.',
    wasClosed:
      'Ihr Konto ist geschlossen. Melden Sie sich an, um es wieder zu öffnen; eine E‑Mail sagt, bis wann das geht.',
    lost: html`<a href="/account/reset">Setzen Sie ein neues Passwort</a>, wenn Sie Ihres vergessen haben.`,
    others: html`Konten legt Ihr Administrator an. Programme nutzen die <a href="/docs">API</a>.`,
  },
  first: {
    title: 'Das erste Konto anlegen',
    hint: 'Dieser Dienst hat noch kein Konto. Das Einrichtungsgeheimnis steht im Protokoll der API, in der Zeile „no account yet“.',
    secret: 'Einrichtungsgeheimnis',
    secretHint: '24 Buchstaben und Ziffern aus dem Protokoll',
    wrongSecret: 'Das ist nicht das Einrichtungsgeheimnis. Kopieren Sie es aus dem Protokoll der API.',
    button: 'Konto anlegen',
    offer: html`Dieser Dienst hat noch kein Konto. <a href="/account/first">Legen Sie das erste an</a>.`,
  },
  code: {
    title: 'Geben Sie Ihren Code ein',
    label: 'Code',
    hint: 'Die sechs Ziffern, die Ihre App jetzt zeigt, oder einer Ihrer Wiederherstellungscodes',
    right: 'Ihr Passwort stimmt. Ihr Konto fragt außerdem nach einem Code.',
    button: 'Anmelden',
    lost: 'Kein Telefon zur Hand? Ein Wiederherstellungscode gilt einmal. Wenn Sie beides nicht haben, fragen Sie Ihren Administrator.',
    wrong:
      'Dieser Code ist falsch, zu alt oder schon benutzt. Warten Sie auf den nächsten Ihrer App, und prüfen Sie die Uhr Ihres Telefons.',
  },
  reset: {
    title: 'Ein neues Passwort setzen',
    hint: (minutes) => `Wir senden einen Link an die Adresse Ihres Kontos. Er gilt ${minutes} Minuten lang.`,
    button: 'Link senden',
    asked: 'Sehen Sie in Ihr Postfach',
    sent: (email) =>
      html`Wenn <strong>${email}</strong> ein Konto hat, ist eine E‑Mail mit einem Link dorthin unterwegs.`,
    wait: 'Es kann eine Minute dauern, und sie kann im Spam-Ordner liegen. Eine Adresse bekommt nur wenige solche E‑Mails in der Stunde; es gilt die neueste.',
    over: 'Dieser Link gilt nicht mehr',
    overHint: (minutes) =>
      `Ein Link zum Setzen eines Passworts gilt einmal, ${minutes} Minuten lang, und bis eine neuere E‑Mail angefordert oder das Passwort geändert wird.`,
    again: 'Eine neue E‑Mail anfordern',
    choose: 'Wählen Sie ein neues Passwort',
    chooseHint: 'Wo immer Sie angemeldet sind, sind Sie es danach nicht mehr.',
    set: 'Dieses Passwort setzen',
  },
  factor: {
    title: 'Zweiter Faktor',
    since: (time) => html`Er ist an seit ${time}.`,
    left: (codes) => {
      if (codes === 0) return 'Es ist kein Wiederherstellungscode mehr übrig: Erstellen Sie neue.';
      return codes === 1
        ? '1 Wiederherstellungscode ist übrig: Erstellen Sie bald neue.'
        : `${codes} Wiederherstellungscodes sind übrig.`;
    },
    off: 'Nach dem Passwort kann die Anmeldung nach einem Code fragen, den eine App auf Ihrem Telefon zeigt. Ein gestohlenes Passwort genügt dann nicht.',
    change: 'Ändern oder ausschalten',
    setUp: 'Einen zweiten Faktor einrichten',
    what: 'Nach dem Passwort wird die Anmeldung nach einem Code von sechs Ziffern fragen. Eine Authenticator-App auf Ihrem Telefon zeigt ihn (zum Beispiel Aegis, 2FAS, Google Authenticator oder Ihr Passwort-Manager).',
    keys: 'Schlüssel von Programmen funktionieren weiter wie bisher.',
    goOn: 'Weiter',
    scan: 'Scannen Sie diesen Code',
    scanHint: 'Öffnen Sie Ihre Authenticator-App, fügen Sie ein Konto hinzu, und scannen Sie diesen Code.',
    qr: 'QR-Code mit dem Geheimnis, das darunter auch als Text steht',
    type: 'Wenn Sie ihn nicht scannen können, tippen Sie dieses Geheimnis in die App',
    appCode: 'Die sechs Ziffern, die Ihre App jetzt zeigt',
    turnOn: 'Einschalten',
    enter: 'Geben Sie den Code Ihrer App ein',
    notInApp: 'Ist das Konto noch nicht in Ihrer App?',
    startAgain: 'Von vorn beginnen',
    isOn: 'Ihr zweiter Faktor ist an',
    newCodes: 'Ihre neuen Wiederherstellungscodes',
    keep: html`<strong>Bewahren Sie diese Wiederherstellungscodes jetzt auf</strong>, auf Papier oder in einem Passwort-Manager. Sie werden nur dieses eine Mal gezeigt. Jeder gilt einmal anstelle eines Codes Ihrer App, wenn Sie Ihr Telefon verlieren. Frühere Wiederherstellungscodes gelten nicht mehr.`,
    make: 'Neue Wiederherstellungscodes erstellen',
    turnOff: 'Den zweiten Faktor ausschalten',
    replace:
      'Neue Wiederherstellungscodes ersetzen die, die Sie haben. Für ein anderes Telefon schalten Sie ihn aus und richten ihn neu ein.',
  },
  closed: {
    title: 'Ihr Konto ist geschlossen',
    going: 'Ihr Konto wird gelöscht',
    gone: 'Es lässt sich nicht mehr öffnen. Bald ist nichts mehr davon da.',
    since: (time) =>
      html`Es wurde geschlossen: ${time}. Nichts davon wird gesendet, und seine Schlüssel werden abgewiesen. Links in gesendeten E‑Mails funktionieren weiter.`,
    until: (time, zone) =>
      html`Bis <strong>${time}</strong> (${zone}) können Sie es wieder öffnen. Danach werden alle seine Daten endgültig gelöscht.`,
    afterwards:
      'Wenn es wieder offen ist, ist alles, wie es war, aber nichts geht von selbst hinaus: Kampagnen und Automationen warten, bis Sie sie freigeben.',
    reopen: 'Konto wieder öffnen',
  },
  sender: {
    title: 'Bestätigen Sie Ihre Absenderadresse',
    question: (address) => html`Sollen E‑Mails von <strong>${address}</strong> gesendet werden?`,
    yes: 'Ja, diese Adresse bestätigen',
    notAsked:
      'Wenn Sie das nicht angefordert haben, schließen Sie diese Seite. Von Ihrer Adresse wird nichts gesendet, solange Sie sie nicht bestätigen.',
    done: 'Adresse bestätigt',
    can: (address) => `Von ${address} können jetzt E‑Mails gesendet werden.`,
    goesOn: 'Was darauf gewartet hat, geht von selbst weiter. Sie können diese Seite schließen.',
  },
  link: {
    used: 'Dieser Link wurde schon benutzt',
    nothingLeft: (address) => html`<strong>${address}</strong> ist bestätigt: Es ist nichts mehr zu tun.`,
    askAnew: (address) =>
      html`Um <strong>${address}</strong> zu bestätigen, fordern Sie eine neue E‑Mail an.`,
    newer: 'Es gibt einen neueren Link',
    newerHint:
      'Eine neuere E‑Mail wurde gesendet, oder die Adresse wurde geändert. Bitte nehmen Sie den Link der neuesten E‑Mail.',
    expired: 'Dieser Link ist abgelaufen',
    expiredHint: (days) => `Ein solcher Link gilt ${days} Tage lang. Bitte fordern Sie eine neue E‑Mail an.`,
  },
  notifications: {
    title: 'Möchten Sie diese Benachrichtigungen?',
    question: (account, address) =>
      html`<strong>${account}</strong> möchte <strong>${address}</strong> benachrichtigen, wenn Importe enden, Kampagnen beginnen oder fertig sind, und Ähnliches.`,
    yes: 'Ja, an diese Adresse senden',
    notAsked:
      'Wenn Sie das nicht angefordert haben, schließen Sie diese Seite. Ohne Ihre Bestätigung kommen keine Benachrichtigungen.',
    gets: (account, address) => `${address} bekommt von jetzt an die Benachrichtigungen von ${account}.`,
    eachStops: 'Jede hat einen Link, der sie abbestellt. Sie können diese Seite schließen.',
    expiredHint: (days, account) =>
      `Ein solcher Link gilt ${days} Tage lang. Bitte lassen Sie ${account} die Adresse von der Liste nehmen und noch einmal hinzufügen.`,
    stop: 'Diese Benachrichtigungen abbestellen?',
    stopQuestion: (account, address) =>
      html`<strong>${account}</strong> lässt Benachrichtigungen an <strong>${address}</strong> senden: über Importe, Kampagnen, Absender und Abmeldungen.`,
    stopButton: 'Benachrichtigungen abbestellen',
    others: 'Das betrifft keine anderen Empfänger auf der Liste und keine anderen E‑Mails.',
    stopped: 'Die Benachrichtigungen sind abbestellt',
    getsNone: (account, address) => `${address} bekommt keine Benachrichtigungen von ${account} mehr.`,
    mistake: 'Aus Versehen abbestellt?',
    again: 'Wieder senden',
    goOn: 'Die Benachrichtigungen gehen weiter',
    eachHasLink: 'Jede hat einen Link, der sie abbestellt.',
    takenOff: 'Sie stehen nicht mehr auf dieser Liste',
    takenOffHint:
      'Ihre Adresse wurde von der Liste genommen, an die diese E‑Mail ging. Wenn Sie weiter Benachrichtigungen erreichen, nehmen Sie den Link in der neuesten.',
  },
};
