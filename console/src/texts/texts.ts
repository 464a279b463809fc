import { createContext, useContext } from 'react';
import type { en } from './en/en.ts';
import type { rest } from './en/rest.ts';

/** Texts that every visit loads: those of the frame, Home, Contacts, Campaigns and Reports. Another language with a missing text does not compile. */
export type FirstTexts = typeof en;
/** Texts that load with the other pages. */
export type RestTexts = typeof rest;
/** All texts of the console. */
export type Texts = FirstTexts & RestTexts;

let loaded: Texts | undefined;

/** Keeps the texts of this page for code outside components. */
export function keepTexts(texts: Texts): void {
  loaded = texts;
}

/** The texts of this page, for code outside components. They change only with a reload. */
export function textsNow(): Texts {
  if (!loaded) throw new Error('No texts were loaded.');
  return loaded;
}

export interface Speech {
  readonly language: string;
  readonly texts: Texts;
}

export const SpeechContext = createContext<Speech | null>(null);

function useSpeech(): Speech {
  const speech = useContext(SpeechContext);
  if (!speech) throw new Error('No texts were loaded.');
  return speech;
}

export const useTexts = (): Texts => useSpeech().texts;
export const useLanguage = (): string => useSpeech().language;
