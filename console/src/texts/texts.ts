import { createContext, useContext } from 'react';
import type { en } from './en/en.ts';

/** All texts of the console. Another language with a missing text does not compile. */
export type Texts = typeof en;

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
