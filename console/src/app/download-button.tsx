import { Button, type ButtonProps } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.ts';
import { noteProblem } from './problem-note.ts';

export function DownloadButton({
  start,
  children,
  ...props
}: ButtonProps & { start: () => Promise<unknown>; children: ReactNode }) {
  const texts = useTexts();
  const loading = useMutation({
    mutationFn: start,
    onError: (error) => noteProblem(error, texts),
  });
  return (
    <Button variant="default" {...props} loading={loading.isPending} onClick={() => loading.mutate()}>
      {children}
    </Button>
  );
}
