import { Button, Group, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { TEXT_MAX } from '../../app/typed-fields.tsx';
import { useTexts } from '../../texts/texts.ts';

export function FindPerson({ utr }: { utr: string }) {
  const { person: texts } = useTexts().automationsPage;
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const email = typed.trim();
  const show = (event: FormEvent): void => {
    event.preventDefault();
    if (email !== '') void navigate({ to: '/automations/$utr/person', params: { utr }, search: { email } });
  };
  return (
    <form className="card" onSubmit={show} noValidate>
      <Group align="flex-end">
        <TextInput
          type="email"
          flex="1 1 14rem"
          maw="24rem"
          label={texts.find}
          description={texts.findHint}
          value={typed}
          maxLength={TEXT_MAX}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={email === ''}>
          {texts.show}
        </Button>
      </Group>
    </form>
  );
}
