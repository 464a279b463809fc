import { notifications } from '@mantine/notifications';
import { problemOf } from '../data/problems.ts';
import type { Texts } from '../texts/texts.ts';

export const noteProblem = (error: unknown, texts: Texts): string =>
  notifications.show({ color: 'red', title: texts.problems.title, message: problemOf(error, texts) });
