import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { AskFirst } from '../../app/ask-first.tsx';
import { noteProblem } from '../../app/problem-note.ts';
import { type KeyPair, keyPairs, type MadePair, rollKeyPair } from '../../data/access.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import { KeyForm } from './key-form.tsx';

/** Changes the limits of a pair of keys, or makes its successor. */
export function KeyActs({ pair, made }: { pair: KeyPair; made: (pair: MadePair) => void }) {
  const texts = useTexts();
  const { keys } = texts;
  const [isChanging, change] = useDisclosure();
  const [isAsked, ask] = useDisclosure();
  const name = pair.name || keys.unnamed;
  const roll = useMutation({
    mutationFn: () => rollKeyPair(pair.id),
    onSuccess: made,
    onError: (error) => noteProblem(error, texts),
    onSettled: () => queries.invalidateQueries({ queryKey: keyPairs.queryKey }),
  });
  const button = (label: string, open: () => void) => (
    <Button variant="default" size="compact-md" aria-label={`${label}: ${name}`} onClick={open}>
      {label}
    </Button>
  );
  return (
    <>
      {button(keys.change, change.open)}
      {button(keys.replace, ask.open)}
      {/* Drawn again each time: an old input, or a value that was changed elsewhere, would be saved with the others. */}
      {isChanging && <KeyForm of={pair} isOpen close={change.close} />}
      <AskFirst
        isOpen={isAsked}
        title={keys.replaceTitle(name)}
        hint={keys.replaceHint}
        yes={keys.replaceYes}
        no={keys.keep}
        run={() => {
          ask.close();
          roll.mutate();
        }}
        close={ask.close}
      />
    </>
  );
}
