import { keepTexts, type Texts } from './texts.ts';

/** Each folder of two letters is a language, which its file of that name exports: `fr/fr.ts` exports `fr`. */
const FOLDERS = import.meta.glob<Readonly<Record<string, Texts>>>('./??/??.ts');

const folderOf = (language: string): string => `./${language}/${language}.ts`;

/** The codes of all languages, such as `fr`. */
export const LANGUAGES: readonly string[] = Object.keys(FOLDERS).map((path) => path.slice(2, 4));

/** A language by its own name: Français. */
export function languageName(language: string): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language)!;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

const KEPT = 'console-language';
const STANDARD = 'en';

/** The chosen language, or the browser's first supported one. */
export function languageOf(): string {
  const wanted = [localStorage.getItem(KEPT), ...navigator.languages].map((one) => one?.slice(0, 2) ?? '');
  return wanted.find((one) => LANGUAGES.includes(one)) ?? STANDARD;
}

/** Keeps the choice and loads the page in that language. */
export function chooseLanguage(language: string): void {
  localStorage.setItem(KEPT, language);
  location.reload();
}

/** Loads only the texts of one language. */
export async function loadTexts(language: string): Promise<Texts> {
  const texts = (await FOLDERS[folderOf(language)]!())[language]!;
  keepTexts(texts);
  return texts;
}
