import { createContext, useContext } from 'react';
import type { en } from './en.ts';

/** All texts of the console. Another language with a missing text does not compile. */
export type Texts = typeof en;

/** Languages in which the console speaks, by their own names. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

const KEPT = 'console-language';

/** The chosen language, or the browser's first supported one. */
export function languageOf(): Language {
  const wanted = [localStorage.getItem(KEPT), ...navigator.languages].map((one) => one?.slice(0, 2));
  return wanted.find((one): one is Language => one !== undefined && Object.hasOwn(LANGUAGES, one)) ?? 'en';
}

/** Keeps the choice and loads the page in that language. */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(KEPT, language);
  location.reload();
}

let loaded: Texts | undefined;

/** Loads only the texts of one language. */
export async function loadTexts(language: Language): Promise<Texts> {
  loaded = language === 'de' ? (await import('./de.ts')).de : (await import('./en.ts')).en;
  return loaded;
}

/** The texts of this page, for code outside components. They change only with a reload. */
export function textsNow(): Texts {
  if (!loaded) throw new Error('No texts were loaded.');
  return loaded;
}

export interface Speech {
  readonly language: Language;
  readonly texts: Texts;
}

export const SpeechContext = createContext<Speech | null>(null);

function useSpeech(): Speech {
  const speech = useContext(SpeechContext);
  if (!speech) throw new Error('No texts were loaded.');
  return speech;
}

export const useTexts = (): Texts => useSpeech().texts;
export const useLanguage = (): Language => useSpeech().language;
