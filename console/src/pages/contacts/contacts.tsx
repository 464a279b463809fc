import { Button, Group } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { LinkButton } from '../../app/link-button.tsx';
import { Empty, Page } from '../../app/page.tsx';
import { useAddressedDialog } from '../../app/use-addressed-dialog.ts';
import { bulkChangesQuery } from '../../data/bulk-changes.ts';
import { contactTypes } from '../../data/lists.ts';
import { useTexts } from '../../texts/texts.ts';
import { AddContact } from './add-contact.tsx';
import { AudienceList } from './audience-list.tsx';
import { BulkList } from './bulk-list.tsx';
import { ContactFinder } from './contact-finder.tsx';

/** Milliseconds for which the table waits for the lists above it. */
const WAIT_MS = 1000;

/** Whether it was not answered yet, not even with a failure that is tried again. */
const isUnanswered = ({ isPending, failureCount, fetchStatus }: UseQueryResult): boolean =>
  isPending && failureCount === 0 && fetchStatus !== 'paused';

export function Contacts() {
  const texts = useTexts();
  const { contactsPage } = texts;
  const search = useSearch({ from: '/contacts' });
  const navigate = useNavigate();
  const [isAdding, { open, close }] = useAddressedDialog('add-contact');
  const types = useQuery(contactTypes);
  const changes = useQuery(bulkChangesQuery);
  const [isLate, setLate] = useState(false);
  useTimeout(() => setLate(true), WAIT_MS, { autoInvoke: true });
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
      <AddContact isOpen={isAdding && hasAudience} close={close} />
      <AudienceList />
      <BulkList />
      {/* Below lists of an unknown length: its calls go out, and it is seen where it stays. */}
      <div hidden={!isLate && [types, changes].some(isUnanswered)}>
        {types.data?.length === 0 ? (
          <div className="card">
            <Empty title={contactsPage.noneTitle} hint={contactsPage.noneHint} />
          </div>
        ) : (
          <ContactFinder
            search={search}
            change={(next) => void navigate({ to: '/contacts', search: next, replace: true })}
            isUsed={hasAudience}
          />
        )}
      </div>
    </Page>
  );
}
