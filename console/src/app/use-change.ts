import { useMutation } from '@tanstack/react-query';
import { queries } from '../data/queries.ts';
import { useTexts } from '../texts/texts.ts';
import { notifications } from './notes.tsx';
import { noteProblem } from './problem-note.ts';

export function useChange(change: () => Promise<unknown>, said: string) {
  const texts = useTexts();
  return useMutation({
    mutationFn: change,
    onSuccess: () => notifications.show({ message: said }),
    onError: (error) => noteProblem(error, texts),
    onSettled: () =>
      queries.invalidateQueries({
        predicate: ({ queryKey: [room] }) => room === 'campaigns' || room === 'automations',
      }),
  });
}
