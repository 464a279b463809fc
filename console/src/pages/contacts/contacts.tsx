import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { download } from '../../app/download.ts';
import { DownloadButton } from '../../app/download-button.tsx';
import { LinkButton } from '../../app/link-button.tsx';
import { Page } from '../../app/page.tsx';
import { SearchField } from '../../app/search-field.tsx';
import { contactTypes } from '../../data/lists.ts';
import { useTexts } from '../../texts/texts.ts';
import { AddContact } from './add-contact.tsx';
import { AudienceList } from './audience-list.tsx';
import { BulkChangeButton } from './bulk-change.tsx';
import { BulkList } from './bulk-list.tsx';
import { ContactTable } from './contact-table.tsx';

export function Contacts() {
  const texts = useTexts();
  const { contactsPage } = texts;
  const [search, setSearch] = useState('');
  const [isAdding, { open, close }] = useDisclosure();
  const types = useQuery(contactTypes);
  const hasAudience = (types.data?.length ?? 0) > 0;
  return (
    <Page
      title={texts.contacts}
      actions={
        <Group>
          <LinkButton to="/contacts/imports" variant="default">
            {texts.importsPage.title}
          </LinkButton>
          <Button onClick={open} disabled={!hasAudience}>
            {contactsPage.add}
          </Button>
        </Group>
      }
    >
      <AddContact isOpen={isAdding} close={close} />
      <AudienceList />
      <BulkList />
      <div className="card">
        <Group mb="md">
          <SearchField label={contactsPage.search} search={setSearch} />
          {hasAudience && (
            <DownloadButton
              start={() =>
                download({ path: '/contacts/download', input: { ...(search !== '' && { search }) } })
              }
            >
              {search === '' ? texts.contactFiles.all : texts.contactFiles.found}
            </DownloadButton>
          )}
          {hasAudience && <BulkChangeButton search={search} />}
        </Group>
        <ContactTable search={search} />
      </div>
    </Page>
  );
}
