import { useLocalStorage } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { FormModal } from '../../app/form-modal.tsx';
import { notifications } from '../../app/notes.tsx';
import { AudienceSelect, CountrySelect } from '../../app/selects.tsx';
import { useTyped } from '../../app/typed-fields.tsx';
import { api } from '../../data/client.ts';
import { countryOfZone } from '../../data/country-of-zone.ts';
import { contactTypes } from '../../data/lists.ts';
import { useCountries } from '../../data/places.ts';
import { fieldProblems } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { useSession } from '../../data/session.ts';
import { useTexts } from '../../texts/texts.ts';

const EMPTY = { email: '', first_name: '', last_name: '' };

export function AddContact({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const { contactsPage } = useTexts();
  const types = useQuery(contactTypes);
  const [audience, setAudience] = useState<string | null>(null);
  const [chosenCountry, setCountry] = useState<string | null>(null);
  const { timezone, user_id } = useSession();
  const [lastCountry, keepCountry] = useLocalStorage<string | null>({
    key: `console-last-country-${user_id}`,
    defaultValue: null,
  });
  const countries = useCountries(isOpen);
  const ofZone = useMemo(() => countryOfZone(timezone, countries), [timezone, countries]);
  const country = chosenCountry ?? lastCountry ?? (ofZone === null ? null : String(ofZone));
  const chosenAudience = audience ?? (types.data?.[0] ? String(types.data[0].id) : null);
  const add = useMutation({
    mutationFn: () =>
      api.contactAdd(
        { ...typed, contact_type_id: Number(chosenAudience), country: Number(country) },
        { idempotencyKey: crypto.randomUUID() },
      ),
    onSuccess: async () => {
      notifications.show({ message: contactsPage.added1(typed.email) });
      keepCountry(country);
      clear();
      close();
      await queries.invalidateQueries();
    },
  });
  const problems = fieldProblems(add.error);
  const { typed, field, clear } = useTyped(EMPTY, problems);
  return (
    <FormModal
      isOpen={isOpen}
      close={close}
      title={contactsPage.addTitle}
      submit={contactsPage.add}
      mutation={add}
    >
      {field({
        name: 'email',
        'aria-required': true,
        label: contactsPage.email,
        type: 'email',
      })}
      {field({ name: 'first_name', label: contactsPage.firstName })}
      {field({ name: 'last_name', label: contactsPage.lastName })}
      <AudienceSelect value={chosenAudience} choose={setAudience} error={problems['contact_type_id']} />
      <CountrySelect value={country} choose={setCountry} error={problems['country']} />
    </FormModal>
  );
}
