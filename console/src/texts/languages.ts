// Each language uses it: it comes with the first file.
import './numbers.ts';
import { joinTexts } from './join.ts';
import { type FirstTexts, keepTexts, type RestTexts, type Texts, textsNow } from './texts.ts';

/** Each folder of two letters is a language, which its file of that name exports: `fr/fr.ts` exports `fr`. */
const FOLDERS = import.meta.glob<Readonly<Record<string, FirstTexts>>>('./??/??.ts');
/** The other texts of each language. */
const RESTS = import.meta.glob<{ readonly rest: RestTexts }>('./??/rest.ts');

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

let first: Promise<Texts> | undefined;
/** The language of this page: another tab may choose another one. */
let own = STANDARD;

/** Loads the texts of one language that every page needs. */
export function loadTexts(language: string): Promise<Texts> {
  own = language;
  first = FOLDERS[folderOf(language)]!().then((folder) => {
    const texts = { ...folder[language]! } as Texts;
    keepTexts(texts);
    return texts;
  });
  return first;
}

/** Adds the texts of the pages that a first visit seldom opens. */
export async function loadRest(): Promise<void> {
  const [{ rest }] = await Promise.all([RESTS[`./${own}/rest.ts`]!(), first]);
  joinTexts(textsNow(), rest);
}
