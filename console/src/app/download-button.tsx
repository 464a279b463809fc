import { Button, type ButtonProps } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTexts } from '../texts/texts.ts';
import { saveAs } from './download.ts';
import { noteProblem } from './problem-note.ts';

/** Asks the service for a file, and saves it. */
export function DownloadButton({
  name,
  load,
  children,
  ...props
}: ButtonProps & { name: string; load: () => Promise<Blob> }) {
  const texts = useTexts();
  const loading = useMutation({
    mutationFn: load,
    onSuccess: (content) => saveAs(name, content),
    onError: (error) => noteProblem(error, texts),
  });
  return (
    <Button variant="default" {...props} loading={loading.isPending} onClick={() => loading.mutate()}>
      {children}
    </Button>
  );
}
