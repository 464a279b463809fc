import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { FormModal } from '../../app/form-modal.tsx';
import { notifications } from '../../app/notes.tsx';
import { AudienceSelect, CountrySelect } from '../../app/selects.tsx';
import { useForm } from '../../app/use-form.ts';
import { contactDraft } from '../../app/use-kept-draft.ts';
import { api } from '../../data/client.ts';
import { countryOfZone } from '../../data/country-of-zone.ts';
import { contactTypes } from '../../data/lists.ts';
import { useCountries } from '../../data/places.ts';
import { queries } from '../../data/queries.ts';
import { useSession } from '../../data/session.ts';
import { useTexts } from '../../texts/texts.ts';

const EMPTY: {
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly audience: string | null;
  readonly country: string | null;
} = { email: '', first_name: '', last_name: '', audience: null, country: null };

export function AddContact({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const { contactsPage } = useTexts();
  const types = useQuery(contactTypes);
  const [lastAudience, setLastAudience] = useState<string | null>(null);
  const { timezone, user_id } = useSession();
  const [lastCountry, keepCountry] = useLocalStorage<string | null>({
    key: `console-last-country-${user_id}`,
    defaultValue: null,
  });
  const countries = useCountries(isOpen);
  const ofZone = useMemo(() => countryOfZone(timezone, countries), [timezone, countries]);
  const audienceOf = ({ audience }: typeof EMPTY): string | null =>
    audience ?? lastAudience ?? (types.data?.[0] ? String(types.data[0].id) : null);
  const countryOf = ({ country }: typeof EMPTY): string | null =>
    country ?? lastCountry ?? (ofZone === null ? null : String(ofZone));
  const { values, put, problems, field, modal } = useForm({
    draft: contactDraft('new'),
    title: contactsPage.addTitle,
    initial: EMPTY,
    isOpen,
    isNew: true,
    // A live automation may mail the person.
    isMail: true,
    save: (sending) => {
      const { email, first_name, last_name } = sending;
      const places = { contact_type_id: Number(audienceOf(sending)), country: Number(countryOf(sending)) };
      return api.contactAdd(
        { email, first_name, last_name, ...places },
        { idempotencyKey: crypto.randomUUID() },
      );
    },
    saved: async (_, sent) => {
      notifications.show({ message: contactsPage.added1(sent.email) });
      keepCountry(countryOf(sent));
      setLastAudience(audienceOf(sent));
      close();
      await queries.invalidateQueries();
    },
  });
  return (
    <FormModal {...modal} close={close} submit={contactsPage.add}>
      {field({
        name: 'email',
        'aria-required': true,
        label: contactsPage.email,
        type: 'email',
      })}
      {field({ name: 'first_name', label: contactsPage.firstName })}
      {field({ name: 'last_name', label: contactsPage.lastName })}
      <AudienceSelect
        value={audienceOf(values)}
        choose={(audience) => put({ audience })}
        error={problems['contact_type_id']}
      />
      <CountrySelect
        value={countryOf(values)}
        choose={(country) => put({ country })}
        error={problems['country']}
      />
    </FormModal>
  );
}
