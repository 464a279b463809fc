import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { LinkButton } from '../../app/link-button.tsx';
import { Page } from '../../app/page.tsx';
import { bulkChangesQuery } from '../../data/bulk-changes.ts';
import { contactTypes } from '../../data/lists.ts';
import { useTexts } from '../../texts/texts.ts';
import { AddContact } from './add-contact.tsx';
import { AudienceList } from './audience-list.tsx';
import { BulkList } from './bulk-list.tsx';
import { ContactFinder } from './contact-finder.tsx';

export function Contacts() {
  const texts = useTexts();
  const { contactsPage } = texts;
  const search = useSearch({ from: '/contacts' });
  const navigate = useNavigate();
  const [isAdding, { open, close }] = useDisclosure();
  const types = useQuery(contactTypes);
  const changes = useQuery(bulkChangesQuery);
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
      {/* Below lists of an unknown length: its calls go out, and it is seen where it stays. */}
      <div hidden={types.isPending || changes.isPending}>
        <ContactFinder
          search={search}
          change={(next) => void navigate({ to: '/contacts', search: next, replace: true })}
          isUsed={hasAudience}
        />
      </div>
    </Page>
  );
}
