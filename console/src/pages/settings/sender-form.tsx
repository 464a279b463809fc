import { useQuery } from '@tanstack/react-query';
import type { Sender } from '../../../../client/src/index.ts';
import { FormModal } from '../../app/form-modal.tsx';
import { notifications } from '../../app/notes.tsx';
import { Select } from '../../app/select.tsx';
import { CountrySelect } from '../../app/selects.tsx';
import { useForm } from '../../app/use-form.ts';
import { formDraft } from '../../app/use-kept-draft.ts';
import { api } from '../../data/client.ts';
import { senders } from '../../data/lists.ts';
import { places } from '../../data/places.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';

/** In the API's warning about an address of a free mailbox. Its other warning is about a missing signature. */
const FREE_MAIL = 'belongs to a mail provider';

/** Cities that are shown at once; typing finds the others. */
const CITIES_SHOWN = 50;

const typedOf = (sender: Sender | null) => ({
  from_name: sender?.from_name ?? '',
  from_email: sender?.from_email ?? '',
  reply_to_email: sender?.reply_to_email ?? '',
  company_address: sender?.company_address ?? '',
  company_address2: sender?.company_address2 ?? '',
  zip_code: sender?.zip_code ?? '',
});

const placeOf = (sender: Sender | null) => ({
  country_id: sender?.country_id ?? null,
  state_id: sender?.state_id ?? null,
  city_id: sender?.city_id ?? null,
});
type SenderPlace = ReturnType<typeof placeOf>;

interface SenderFormProps {
  /** Null for a new one. */
  readonly sender: Sender | null;
  readonly isOpen: boolean;
  readonly close: () => void;
}

/** Answers go to the sender's own address, and a new sender's name is what the account calls it, unless others are given. */
export function SenderForm({ sender, isOpen, close }: SenderFormProps) {
  const texts = useTexts();
  const { settingsPage, checkTexts } = texts;
  const { sender: own } = settingsPage;
  const form = useForm({
    draft: formDraft('sender', sender?.id),
    title: sender ? sender.from_name : settingsPage.addSender,
    initial: { ...typedOf(sender), ...placeOf(sender) },
    isOpen,
    isNew: sender === null,
    // A new address gets a mail that asks to confirm it.
    isMail: true,
    save: async (sending): Promise<{ warnings: readonly string[] }> => {
      const input = {
        ...sending,
        country_id: Number(sending.country_id),
        reply_to_email: sending.reply_to_email || sending.from_email,
        nickname: sender?.nickname || sending.from_name,
      };
      return sender
        ? api.senderUpdate({ sender_id: sender.id, ...input })
        : api.senderSave(input, { idempotencyKey: crypto.randomUUID() });
    },
    saved: async ({ warnings }, { from_email }) => {
      const isAsked = sender?.from_email.toLowerCase() !== from_email.trim().toLowerCase();
      notifications.show({ message: isAsked ? settingsPage.resent(from_email) : settingsPage.changed });
      for (const warning of warnings) {
        const code = warning.includes(FREE_MAIL) ? 'from_free_mail' : 'sender_unsigned';
        notifications.show({ message: checkTexts[code]('', ''), autoClose: false });
      }
      close();
      await queries.invalidateQueries({ queryKey: senders.queryKey });
    },
  });
  const { values, field, problems } = form;
  return (
    <FormModal {...form.modal} close={close} submit={sender ? texts.save : settingsPage.addSender}>
      {field({
        name: 'from_name',
        'aria-required': true,
        label: own.from_name,
        description: own.nameHint,
      })}
      {field({
        name: 'from_email',
        'aria-required': true,
        label: own.from_email,
        description: sender ? own.newEmailHint : own.emailHint,
      })}
      {field({
        name: 'reply_to_email',
        label: own.reply_to_email,
        description: own.replyHint,
        // Left empty, it was the address, which has the problem.
        ...(values.reply_to_email === '' && { error: null }),
      })}
      {field({
        name: 'company_address',
        'aria-required': true,
        label: own.company_address,
        description: own.addressHint,
      })}
      {field({ name: 'company_address2', label: own.company_address2 })}
      {field({ name: 'zip_code', label: own.zip_code })}
      <PlaceFields place={values} change={form.put} problems={problems} />
    </FormModal>
  );
}

interface PlaceFieldsProps {
  readonly place: SenderPlace;
  readonly change: (place: Partial<SenderPlace>) => void;
  readonly problems: Readonly<Record<string, string>>;
}

/** A country, then its states and cities, which the footer of mails names. */
function PlaceFields({ place, change, problems }: PlaceFieldsProps) {
  const { sender: own } = useTexts().settingsPage;
  const { data } = useQuery(places);
  const { country_id, state_id, city_id } = place;
  const states = data?.states.filter((one) => one.country_id === country_id) ?? [];
  const cities =
    data?.cities.filter(
      (one) => one.country_id === country_id && (state_id === null || one.state_id === state_id),
    ) ?? [];
  const choices = (records: readonly { readonly id: number; readonly name: string }[]) =>
    records.map(({ id, name }) => ({ value: String(id), label: name }));
  const idOf = (value: string | null): number | null => (value === null ? null : Number(value));
  return (
    <>
      <CountrySelect
        value={country_id === null ? null : String(country_id)}
        choose={(id) => change({ country_id: Number(id), state_id: null, city_id: null })}
        error={problems['country_id']}
      />
      {states.length > 0 && (
        <Select
          label={own.state}
          data={choices(states)}
          value={state_id === null ? null : String(state_id)}
          onChange={(id) => change({ state_id: idOf(id), city_id: null })}
          error={problems['state_id']}
          limit={CITIES_SHOWN}
          searchable
        />
      )}
      {cities.length > 0 && (
        <Select
          label={own.city}
          data={choices(cities)}
          value={city_id === null ? null : String(city_id)}
          onChange={(id) => change({ city_id: idOf(id) })}
          error={problems['city_id']}
          limit={CITIES_SHOWN}
          searchable
        />
      )}
    </>
  );
}
