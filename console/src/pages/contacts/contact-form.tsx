import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Contact, CustomField } from '../../../../client/src/index.ts';
import { SAVES } from '../../app/keys.ts';
import { LinkButton } from '../../app/link-button.tsx';
import { OfferedDraftNote } from '../../app/offered-draft.tsx';
import { Unread, Waiting } from '../../app/page.tsx';
import { formState, SaveStateInHead } from '../../app/save-state.tsx';
import { AudienceSelect, CountrySelect } from '../../app/selects.tsx';
import { TagsField } from '../../app/tags-field.tsx';
import { useTyped } from '../../app/typed-fields.tsx';
import { contactDraft, useForgetDrafts, useKeptDraft } from '../../app/use-kept-draft.ts';
import { api, saveInSession } from '../../data/client.ts';
import {
  type ContactDraft,
  contactChanges,
  customKey,
  isContactParted,
  OWN_FIELDS,
  ownOf,
  storedContact,
} from '../../data/contact-draft.ts';
import { useFieldName } from '../../data/field-names.ts';
import { customFields } from '../../data/lists.ts';
import { customProblems, fieldProblems, problemOf } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import { ChangedElsewhere } from '../campaigns/changed-elsewhere.tsx';

const VALUE_MAX = 4096;

/** All values of a contact, and all custom fields of the account, empty ones too. */
export function ContactForm({ contact }: { contact: Contact }) {
  const { contactsPage } = useTexts();
  const fields = useQuery(customFields);
  return (
    <section className="card" aria-labelledby="details">
      <h2 id="details">{contactsPage.details}</h2>
      {fields.isPending && <Waiting rows={6} />}
      {fields.isError && <Unread error={fields.error} retry={() => void fields.refetch()} />}
      {fields.data && <KeptForm contact={contact} custom={fields.data} />}
    </section>
  );
}

interface FormProps {
  readonly contact: Contact;
  readonly custom: readonly CustomField[];
}

/** The fields of a draft that a form has. */
const pick = <Name extends string>(
  draft: Partial<ContactDraft>,
  names: readonly (readonly [Name, keyof ContactDraft])[],
): Partial<Record<Name, string>> => {
  const found: Partial<Record<Name, string>> = {};
  for (const [name, key] of names) {
    const value = draft[key];
    if (typeof value === 'string') found[name] = value;
  }
  return found;
};

function KeptForm({ contact, custom }: FormProps) {
  const [stored, setStored] = useState(() => storedContact(contact, custom));
  const texts = useTexts();
  const nameOf = useFieldName();
  const [audience, setAudience] = useState(stored.audience);
  const [country, setCountry] = useState(stored.country);
  const [tags, setTags] = useState(stored.tags);
  const [isParted, setParted] = useState(false);
  const forget = useForgetDrafts();
  const save = useMutation({
    /** Changed fields only: others may have been changed elsewhere. `isKept`: the person has seen that these were. */
    mutationFn: async (isKept: boolean) => {
      const { id: contact_id } = contact;
      const now = storedContact(await api.contactDetails({ contact_id }), custom);
      const versions = { base: stored, draft, now };
      if (!isKept && isContactParted(versions)) return null;
      await saveInSession(() => api.contactUpdate({ contact_id, ...contactChanges(versions, custom) }));
      return draft;
    },
    onSuccess: async (sent) => {
      setParted(sent === null);
      if (sent === null) return;
      // The contact may not be read again after the save.
      setStored(sent);
      kept.saved(sent);
      await queries.invalidateQueries();
    },
  });
  const problems = fieldProblems(save.error);
  const own = useTyped(ownOf(stored), problems);
  const values = useTyped(
    Object.fromEntries(custom.map(({ field_name: name }) => [name, stored[customKey(name)] ?? ''])),
    customProblems(
      save.error,
      custom.map(({ field_name }) => field_name),
    ),
  );
  const draft: ContactDraft = {
    ...own.typed,
    ...Object.fromEntries(Object.entries(values.typed).map(([name, value]) => [customKey(name), value])),
    audience,
    country,
    tags,
  };
  const kept = useKeptDraft<ContactDraft>({
    name: contactDraft(contact.id),
    draft,
    base: stored,
    // Other fields keep the text that the person has just typed.
    restore(earlier) {
      own.put(
        pick(
          earlier,
          OWN_FIELDS.map((name) => [name, name]),
        ),
      );
      values.put(
        pick(
          earlier,
          custom.map(({ field_name: name }) => [name, customKey(name)]),
        ),
      );
      if (earlier.audience !== undefined) setAudience(earlier.audience);
      if (earlier.country !== undefined) setCountry(earlier.country);
      if (earlier.tags) setTags(earlier.tags);
    },
  });
  const send = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate(false);
  };
  return (
    <form onSubmit={send} noValidate>
      <SaveStateInHead state={formState({ ...save, isChanged: kept.isChanged, isParted })} />
      <Stack mt="sm">
        <OfferedDraftNote offer={kept.offer} isParted={kept.isParted} />
        {isParted && (
          <ChangedElsewhere
            keepMine={async () => void (await save.mutateAsync(true))}
            loadTheirs={async () => {
              await forget(contactDraft(contact.id));
              await queries.invalidateQueries({ queryKey: ['contact', contact.id] });
            }}
          />
        )}
        {OWN_FIELDS.map((name) => (
          <div key={name}>{own.field({ name, label: nameOf(name), 'aria-required': name === 'email' })}</div>
        ))}
        <CountrySelect value={country} choose={setCountry} error={problems['country']} />
        <AudienceSelect value={audience} choose={setAudience} error={problems['contact_type_id']} />
        <TagsField label={nameOf('tags')} value={tags} change={setTags} error={problems['tags']} />
        <Group justify="space-between">
          <h2>{texts.fieldsPage.title}</h2>
          <LinkButton to="/settings/fields" variant="subtle" size="compact-md">
            {texts.fieldsPage.toFields}
          </LinkButton>
        </Group>
        {custom.length === 0 && <p className="soft">{texts.fieldsPage.none}</p>}
        {custom.map(({ field_name: name, field_type }) => (
          <div key={name}>
            {values.field({
              name,
              label: nameOf(name),
              maxLength: VALUE_MAX,
              ...(field_type === 'number' && { inputMode: 'decimal' }),
              ...(field_type === 'datetime-local' && { type: 'datetime-local', step: 1 }),
            })}
          </div>
        ))}
        {save.isError && Object.keys(problems).length === 0 && (
          <p role="alert">{problemOf(save.error, texts)}</p>
        )}
        <Button type="submit" {...SAVES} loading={save.isPending}>
          {texts.save}
        </Button>
      </Stack>
    </form>
  );
}
