import { problemOf } from '../data/problems.ts';
import type { Texts } from '../texts/texts.ts';
import { notifications } from './notes.tsx';

export const noteProblem = (error: unknown, texts: Texts): void =>
  notifications.show({ color: 'red', title: texts.problems.title, message: problemOf(error, texts) });
