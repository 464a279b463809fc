import type { RestTexts } from '../texts.ts';
import { accountData } from './account-data.ts';
import { audit } from './audit.ts';
import { automationTexts } from './automations.ts';
import { campaignRest } from './campaign.ts';
import { checkTexts } from './check-texts.ts';
import { closing } from './closing.ts';
import { domainReports } from './domain-reports.ts';
import { editor } from './editor.ts';
import { importFields, importHygiene, importStatuses, importSteps } from './imports.ts';
import { keyTexts } from './key-texts.ts';
import { audienceRest } from './lists.ts';
import { mediaTexts } from './media.ts';
import { moveTexts } from './moves.ts';
import { count, number, signed } from './numbers.ts';
import { operator } from './operator.ts';
import {
  erasing,
  groupMembers,
  messagesPage,
  personPlaces,
  quotaTexts,
  senderDeletion,
  sentMail,
} from './person.ts';
import { calendarPage, comparePage } from './plans.ts';
import { reportShares } from './reports.ts';
import { access, brandPage, keys, once, settingsPlaces, webhookTexts } from './settings.ts';
import { templateTexts } from './templates.ts';

/** The texts in German that load with the pages that show them (texts.ts). */
export const rest: RestTexts = {
  importSteps,
  importFields,
  importHygiene,
  importStatuses,
  moveTexts,
  settingsPlaces,
  brandPage,
  once,
  webhooks: webhookTexts,
  reportShares,
  calendarPage,
  comparePage,
  erasing,
  groupMembers,
  messagesPage,
  quotaTexts,
  sentMail,
  personPlaces,
  senderDeletion,
  keys,
  access,
  audit,
  accountData,
  closing,
  keyTexts,
  fieldsPage: {
    title: 'Eigene Felder',
    hint: 'In Feldern steht, was Sie über Ihre Kontakte wissen, etwa ein Geburtstag oder eine Kundennummer. Sie nutzen sie in E‑Mails, Segmenten und Importen.',
    none: 'Noch keine eigenen Felder.',
    add: 'Neues Feld',
    added: (name: string) => `Feld ${name} angelegt.`,
    name: 'Name',
    nameHint: 'Zum Beispiel: Kundennummer',
    inMails: (placeholder: string) => `In E‑Mails: ${placeholder}`,
    type: 'Typ',
    typeHint: 'Der Typ lässt sich später nicht ändern.',
    types: { text: 'Text', number: 'Zahl', 'datetime-local': 'Datum und Uhrzeit' },
    remove: 'Löschen',
    removed: (name: string) => `Feld ${name} und seine Werte gelöscht.`,
    removeHint:
      'Mit einem Feld werden seine Werte in allen Kontakten gelöscht. Ein Feld, das ein Segment verwendet, lässt sich nicht löschen.',
    unused: 'Nicht verwendet',
    usedIn: (n: number, isAtLeast: boolean) =>
      `An ${isAtLeast ? 'mindestens ' : ''}${count(n, 'Stelle', 'Stellen')} verwendet`,
    more: 'Weitere Stellen verwenden das Feld; sie werden hier nicht gezeigt.',
    deleteTitle: (name: string) => `Feld ${name} löschen?`,
    deleteHint: 'Seine Werte werden in allen Kontakten gelöscht.',
    deleteUses: (n: number, isAtLeast: boolean) =>
      `${isAtLeast ? 'Mindestens ' : ''}${count(n, 'Stelle verwendet', 'Stellen verwenden')} das Feld. In E‑Mails steht dann der Text, den Sie für Personen ohne Wert angegeben haben, oder nichts:`,
    heldBy: (n: number, isAtLeast: boolean) =>
      `${isAtLeast ? 'Mindestens ' : ''}${count(n, 'Segment verwendet', 'Segmente verwenden')} das Feld, deshalb lässt es sich nicht löschen. Ändern Sie zuerst die Regel:`,
    keep: 'Behalten',
    deleteYes: 'Feld löschen',
    toFields: 'Felder verwalten',
  },
  useKinds: { segment: 'Segment', automation: 'Automation', campaign: 'Kampagne', template: 'Vorlage' },
  audiencePage: {
    lost: 'Zielgruppe nicht gefunden',
    lostHint: 'Sie wurde möglicherweise gelöscht.',
    rename: 'Umbenennen',
    deleteTitle: (name: string) => `${name} löschen?`,
    deleteHint: (n: number) =>
      n === 0
        ? 'Die Zielgruppe hat keine Kontakte. Kampagnen und Automationen verwenden sie nicht mehr.'
        : `${count(n, 'Kontakt wird', 'Kontakte werden')} mit ihr gelöscht. Das lässt sich nicht rückgängig machen.`,
    typeName: (name: string) => `Geben Sie zur Bestätigung den Namen ein: ${name}`,
    keep: 'Behalten',
    deleteYes: 'Zielgruppe löschen',
    deleted: (name: string) => `Zielgruppe ${name} gelöscht.`,
    view: 'Ansicht',
    views: { contacts: 'Kontakte', about: 'Wachstum und Nutzung' },
    growth: (n: number) => `${signed(n)} in den letzten 12 Wochen`,
    noGrowth: 'Die Zahl der Kontakte hat sich in den letzten 12 Wochen nicht geändert.',
    added: (n: number, isAtLeast: boolean) =>
      `${isAtLeast ? 'Mindestens ' : ''}${count(n, 'Kontakt', 'Kontakte')} in den letzten 12 Wochen hinzugefügt`,
    sources: 'Woher die Kontakte kommen',
    noSources:
      'In diese Zielgruppe wurde keine Datei importiert. Ihre Kontakte wurden einzeln oder von Ihren eigenen Systemen hinzugefügt.',
    fromFile: (n: number) => `${count(n, 'Kontakt', 'Kontakte')} hinzugefügt`,
    uses: 'Verwendet von',
    noUses: 'Kein Segment, keine Automation und keine unfertige Kampagne verwendet diese Zielgruppe.',
    onlyNewest: (n: number) =>
      `Nur die ${number(n)} neuesten Kampagnen jedes Status wurden geprüft. Auch ältere können die Zielgruppe verwenden.`,
    deleteUses: (n: number, isAtLeast: boolean) =>
      `${isAtLeast ? 'Mindestens ' : ''}${count(n, 'Stelle verwendet', 'Stellen verwenden')} die Zielgruppe:`,
    effects: {
      segment: 'wird leer',
      automation: 'nimmt niemanden mehr auf',
      campaign: 'wird erst gesendet, wenn Sie die Empfänger neu wählen',
      running: 'erreicht keine weiteren Personen der Zielgruppe',
    },
  },
  automationsPage: automationTexts,
  mediaPage: mediaTexts,
  editor,
  templatesPage: templateTexts,
  operatorPage: operator,
  domainReports,
  settingsPage: {
    senders: 'Absender',
    sendersHint:
      'Namen und Adressen, von denen Ihre E‑Mails kommen. Wir senden an jede Adresse eine E‑Mail zur Bestätigung.',
    addSender: 'Absender hinzufügen',
    sender: {
      from_name: 'Name',
      nameHint: 'Was Empfänger sehen, etwa Ihre Firma',
      from_email: 'Adresse',
      emailHint: 'Wir senden eine E‑Mail zur Bestätigung an diese Adresse',
      reply_to_email: 'Antwortadresse',
      replyHint: 'Falls Antworten an eine andere Adresse gehen sollen',
      company_address: 'Straße und Hausnummer',
      addressHint: 'Das Gesetz verlangt eine Postanschrift in jeder E‑Mail',
      company_address2: 'Zweite Adresszeile',
      zip_code: 'Postleitzahl',
      state: 'Bundesland oder Provinz',
      city: 'Ort',
      newEmailHint:
        'An eine neue Adresse senden wir eine E‑Mail zur Bestätigung. Bis dahin ist der Absender nicht nutzbar.',
    },
    noSenders: 'Noch keine Absender. Fügen Sie Name und Adresse hinzu, von denen Ihre E‑Mails kommen.',
    change: 'Ändern',
    changed: 'Absender gespeichert.',
    senderDeleted: (name) => `Absender ${name} gelöscht. Kampagnen und Automationen mit ihm halten an.`,
    verified: 'Bestätigt',
    unverified: 'Nicht bestätigt',
    resend: 'E‑Mail erneut senden',
    resent: (email) => `Eine E‑Mail an ${email} ist unterwegs.`,
    domains: 'Absender-Domains',
    domainsHint: 'E‑Mail-Anbieter vertrauen E‑Mails mehr, die Ihre eigene Domain signiert.',
    nextCheck: (at) => `Das DNS wird automatisch geprüft. Nächste Prüfung um ${at}.`,
    checksOver:
      'Die automatischen Prüfungen sind beendet. „Jetzt prüfen“ startet sie wieder für eine Stunde.',
    noDomains: 'Noch keine Domains. Fügen Sie die Domain Ihrer Absenderadresse hinzu.',
    addDomain: 'Domain hinzufügen',
    domain: 'Domain',
    domainExample: 'Zum Beispiel: example.com',
    signed: 'Authentifiziert',
    unsigned: 'Einträge fehlen',
    check: 'Jetzt prüfen',
    records: 'Einträge für Ihr DNS',
    record: { type: 'Art', host: 'Name', value: 'Wert', status: 'Status' },
    states: {
      ok: 'Gefunden',
      missing: 'Fehlt',
      wrong: 'Falsch',
      unknown: 'Keine Antwort',
      unchecked: 'Nicht geprüft',
    },
    unansweredHint: 'Das DNS der Domain hat nicht geantwortet. Prüfen Sie in einigen Minuten erneut.',
    byOperator: 'Setzt Ihr Administrator',
    askOperator:
      'Den Wert nennt Ihnen Ihr Administrator: Er nennt die Server, die Ihre E‑Mails senden. Tragen Sie ihn in das DNS der Domain ein.',
    foundInstead: (n) =>
      n > 1
        ? 'Ihr DNS hat mehrere Einträge dieses Namens. Löschen Sie die, die vom verlangten Wert abweichen:'
        : 'Ihr DNS hat einen anderen Wert:',
    unusable: 'Der Wert im DNS ist nicht brauchbar.',
    mailRecords: 'An einen Administrator senden',
    mailSubject: (domain) => `DNS-Einträge für ${domain}`,
    mailText: (domain) => `Bitte tragen Sie diese Werte in das DNS von ${domain} ein:`,
    copy: 'Kopieren',
    copied: 'Kopiert',
    domainDeleted: (name) => `Domain ${name} gelöscht.`,
  },
  campaignsPage: campaignRest,
  checkTexts,
  ...audienceRest,
};
