import { createContext, useContext } from 'react';
import type { en } from './en/en.ts';
import type { rest } from './en/rest.ts';

/** Texts that every visit loads: those of the frame, Home, Contacts, Campaigns and Reports. Another language with a missing text does not compile. */
export type FirstTexts = typeof en;
/** Texts that load with the other pages. */
export type RestTexts = typeof rest;
/** All texts of the console. */
export type Texts = FirstTexts & RestTexts;

export interface Speech {
  readonly language: string;
  readonly texts: Texts;
}

let loaded: Speech | undefined;
const listeners = new Set<() => void>();

/** Keeps the language and the texts of this page, and draws the page with them if it is drawn. */
export function keepSpeech(speech: Speech): void {
  loaded = speech;
  for (const listener of listeners) listener();
}

export function onSpeech(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function speechNow(): Speech {
  if (!loaded) throw new Error('No texts were loaded.');
  return loaded;
}

/** The person's variant of a language, such as en-GB, which the browser knows. */
export const localeOf = (language: string): string =>
  navigator.languages.find((one) => one.startsWith(language)) ?? language;

/** The texts of this page, for code outside components. */
export const textsNow = (): Texts => speechNow().texts;

export const SpeechContext = createContext<Speech | null>(null);

function useSpeech(): Speech {
  const speech = useContext(SpeechContext);
  if (!speech) throw new Error('No texts were loaded.');
  return speech;
}

export const useTexts = (): Texts => useSpeech().texts;
export const useLanguage = (): string => useSpeech().language;
