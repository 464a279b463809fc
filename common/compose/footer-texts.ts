/** The link to the preferences page in the languages of mails (BCP 47, without region). */
const INVITATIONS: Readonly<Record<string, string>> = Object.freeze({
  en: 'Unsubscribe or change your preferences',
  ar: 'إلغاء الاشتراك أو تغيير التفضيلات',
  cs: 'Odhlásit odběr nebo změnit nastavení',
  da: 'Afmeld dig eller ret dine indstillinger',
  de: 'Abmelden oder Einstellungen ändern',
  es: 'Darse de baja o cambiar sus preferencias',
  fi: 'Peruuta tilaus tai muuta asetuksia',
  fr: 'Se désabonner ou modifier vos préférences',
  it: 'Annulla l’iscrizione o modifica le preferenze',
  ja: '配信停止または設定の変更',
  nb: 'Meld deg av eller endre innstillingene',
  nl: 'Afmelden of voorkeuren wijzigen',
  pl: 'Wypisz się lub zmień ustawienia',
  pt: 'Cancelar a inscrição ou alterar as preferências',
  ru: 'Отписаться или изменить настройки',
  sv: 'Avsluta prenumerationen eller ändra inställningar',
  tr: 'Abonelikten çıkın veya tercihlerinizi değiştirin',
});
const ALIASES: Readonly<Record<string, string>> = Object.freeze({ no: 'nb', nn: 'nb' });
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar']);
const STANDARD = 'en';

export interface FooterLanguage {
  readonly lang: string;
  readonly isRightToLeft: boolean;
  readonly invitation: string;
}

/** English if `tag` is absent or of a language without a text. */
export function footerLanguage(tag: string | null): FooterLanguage {
  const [primary = ''] = (tag ?? '').trim().toLowerCase().split(/[-_]/);
  const named = Object.hasOwn(ALIASES, primary) ? ALIASES[primary]! : primary;
  const lang = Object.hasOwn(INVITATIONS, named) ? named : STANDARD;
  return { lang, isRightToLeft: RIGHT_TO_LEFT.has(lang), invitation: INVITATIONS[lang]! };
}
