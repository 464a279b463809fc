import { Button, Group, TextInput } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SearchIcon } from '../../app/icons.tsx';
import { Page } from '../../app/page.tsx';
import { contactTypes } from '../../data/lists.ts';
import { useTexts } from '../../texts/texts.ts';
import { AddContact } from './add-contact.tsx';
import { AudienceList } from './audience-list.tsx';
import { ContactTable } from './contact-table.tsx';

/** Milliseconds after the last key before the service is asked. */
const TYPING_MS = 200;

export function Contacts() {
  const texts = useTexts();
  const { contactsPage } = texts;
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS);
  const [isAdding, { open, close }] = useDisclosure();
  const types = useQuery(contactTypes);
  const hasAudience = (types.data?.length ?? 0) > 0;
  return (
    <Page
      title={texts.contacts}
      actions={
        <Button onClick={open} disabled={!hasAudience}>
          {contactsPage.add}
        </Button>
      }
    >
      <AddContact isOpen={isAdding} close={close} />
      <AudienceList />
      <div className="card">
        <Group mb="md">
          <TextInput
            type="search"
            flex="1 1 16rem"
            maw="30rem"
            leftSection={<SearchIcon />}
            aria-label={contactsPage.search}
            placeholder={contactsPage.search}
            value={typed}
            maxLength={255}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </Group>
        <ContactTable search={search} />
      </div>
    </Page>
  );
}
