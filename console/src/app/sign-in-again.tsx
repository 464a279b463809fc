import { Anchor, Button, PasswordInput, Stack, Text, TextInput, useMatches } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState, useSyncExternalStore } from 'react';
import { problemOf } from '../data/problems.ts';
import {
  goesOnAs,
  isSigningIn,
  onSigningIn,
  personHere,
  personOfSession,
  type SignInAnswer,
  signedIn,
  signInPage,
  signInWith,
  signInWithCode,
} from '../data/sign-in.ts';
import { useTexts } from '../texts/texts.ts';
import { Dialog } from './dialog.tsx';

/** Above every other dialog and note. */
const Z_INDEX = 1000;

/** Signs the same person in again, over the page. */
export function SignInAgain() {
  const isOpen = useSyncExternalStore(onSigningIn, isSigningIn);
  const { signInAgain } = useTexts();
  const fullScreen = useMatches({ base: true, sm: false });
  return (
    <Dialog
      opened={isOpen}
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      fullScreen={fullScreen}
      zIndex={Z_INDEX}
      title={signInAgain.title}
    >
      {isOpen && <SignInForm />}
    </Dialog>
  );
}

function SignInForm() {
  const texts = useTexts();
  const own = texts.signInAgain;
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isCode, setIsCode] = useState(false);
  const [answer, setAnswer] = useState<SignInAnswer | null>(null);
  const send = useMutation({
    mutationFn: () => (isCode ? signInWithCode(code) : signInWith(password)),
    onSuccess: (said) => {
      setAnswer(said);
      if (said === 'in') signedIn();
      if (said === 'code') setIsCode(true);
      if (said === 'again') setIsCode(false);
    },
  });
  useSessionOfOtherTab();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAnswer(null);
    send.mutate();
  };
  const problem =
    answer === 'often'
      ? own.often
      : answer === 'busy'
        ? own.busy
        : answer === 'wrong'
          ? isCode
            ? own.wrongCode
            : own.wrong
          : send.isError
            ? problemOf(send.error, texts)
            : null;
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text>{own.hint}</Text>
        <TextInput
          label={texts.contactsPage.email}
          value={personHere() ?? ''}
          readOnly
          autoComplete="username"
        />
        {isCode ? (
          <TextInput
            key="code"
            label={own.code}
            description={own.codeHint}
            value={code}
            autoFocus
            inputMode="numeric"
            autoComplete="one-time-code"
            error={problem}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        ) : (
          <PasswordInput
            label={own.password}
            value={password}
            data-autofocus
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': own.show }}
            error={problem}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        )}
        <Button type="submit" loading={send.isPending}>
          {own.button}
        </Button>
        <Anchor href={signInPage()}>{own.other}</Anchor>
      </Stack>
    </form>
  );
}

function useSessionOfOtherTab(): void {
  useEffect(() => {
    const look = (): void => {
      void personOfSession().then((address) => address !== null && goesOnAs(address) && signedIn());
    };
    addEventListener('focus', look);
    return () => removeEventListener('focus', look);
  }, []);
}
