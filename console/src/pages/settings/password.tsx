import { Button, Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { SAVES } from '../../app/keys.ts';
import { notifications } from '../../app/notes.tsx';
import { passwordField, useTyped } from '../../app/typed-fields.tsx';
import { savePassword } from '../../data/account.ts';
import { fieldProblems, problemOf } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { useSession } from '../../data/session.ts';
import { useTexts } from '../../texts/texts.ts';

const EMPTY = { old_password: '', new_password: '' };

export function PasswordSection() {
  const texts = useTexts();
  const { password: own } = texts.accountData;
  const { email } = useSession();
  const save = useMutation({
    mutationFn: () => savePassword(typed),
    async onSuccess() {
      clear();
      notifications.show({ message: own.changed });
      await queries.invalidateQueries({ queryKey: ['sign-ins'] });
    },
  });
  const problems = fieldProblems(save.error);
  const { typed, field, clear } = useTyped(EMPTY, problems);
  const isOther = save.isError && Object.keys(problems).length === 0;
  return (
    <section className="card" aria-labelledby="password">
      <h2 id="password">{own.title}</h2>
      <p className="soft">{own.hint}</p>
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        {/* Tells password managers which password changes. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <Stack mt="sm" maw="26rem">
          {field({
            name: 'old_password',
            label: own.now,
            ...passwordField('current-password'),
          })}
          {field({
            name: 'new_password',
            label: own.next,
            description: own.nextHint,
            ...passwordField('new-password'),
          })}
          {isOther && <p role="alert">{problemOf(save.error, texts)}</p>}
          <Group>
            <Button type="submit" variant="default" {...SAVES} loading={save.isPending}>
              {own.change}
            </Button>
          </Group>
        </Stack>
      </form>
    </section>
  );
}
