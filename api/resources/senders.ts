import { randomBytes } from 'node:crypto';
import { takeVerificationPlace } from '../../common/changes/verification-quotas.ts';
import { now } from '../../common/clock.ts';
import type { Config } from '../../common/config.ts';
import { normalizeAddress } from '../../common/domain/addresses.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { newVerification, type Verification } from '../../common/domain/verification.ts';
import type { Ring } from '../../common/jobs/doorbell.ts';
import { Sender, type SenderDocument } from '../../common/models/senders.ts';
import { nextId } from '../../common/store/ids.ts';
import { type Call, endpoints } from '../http/endpoint.ts';
import { invalid, tooMany } from '../http/failures.ts';
import { integer, recordId, refuse, senderEmail, text } from '../http/inputs.ts';
import { listing } from '../http/listing.ts';
import { inputs, nothing, required, stated, type ValuesOf } from '../http/typed-input.ts';
import { presentSender } from '../present/senders.ts';
import { refusalOf, senderWarnings } from '../services/mail-check/sender-problems.ts';
import { checkPlace, countryId } from './sender-places.ts';

const ADDRESS = /[^\s@<>"',;:()]+[@＠][^\s@<>"',;:()]+\.[^\s@<>"',;:()]+/gu;

/** Many mail readers show the name alone, so another's address in it would look like the sender. */
const fromName = stated(
  text().custom((name: string, helpers) => {
    const [{ from_email: own }] = helpers.state.ancestors as [{ from_email?: unknown }];
    const sender = typeof own === 'string' ? own.trim().toLowerCase() : '';
    const isOwn = (address: string): boolean => address.toLowerCase() === sender;
    return (name.match(ADDRESS) ?? []).every(isOwn)
      ? name
      : refuse(helpers, texts.format, 'Write a name. Of addresses it may have that of the sender only');
  }),
  { type: 'string', maxLength: 255 },
);

const senderInput = {
  from_name: required(fromName),
  from_email: required(senderEmail()),
  reply_to_email: required(senderEmail()),
  country_id: required(countryId()),
  state_id: integer(),
  city_id: integer(),
  zip_code: text(),
  company_address: required(text()),
  company_address2: text(),
  nickname: required(text()),
};

type SenderInput = ValuesOf<typeof senderInput>;

const oneSender = inputs({ sender_id: required(recordId()) });

const living = (id: number) => ({ _id: id, deleted_at: null });

const find = (userId: number, id: number): Promise<SenderDocument | null> =>
  Sender.of(userId).findOne(living(id));

/** Links of earlier mails stop working. */
const askAgain = (at: Date) => ({ verification: newVerification(at), send_at: at });

const ringMail = (ring: Ring, userId: number, senderId: number, { nonce }: Verification): Promise<void> =>
  ring('mail-verification', { senderId, userId, nonce });

/** A domain whose records cannot be read in time is no reason to refuse an address. */
async function refuseUnsendable(
  userId: number,
  address: string,
  call: Pick<Call, 'config' | 'domains' | 'signal'>,
): Promise<void> {
  if (call.config.freeMailSenders !== 'refuse') return;
  const why = await refusalOf(userId, address, call);
  if (why !== null) throw invalid({ from_email: [texts.format('from_email')] }, { from_email: [why] });
}

/** Absent inputs keep their values. */
const placeOf = (input: SenderInput, before: Pick<SenderDocument, 'state_id' | 'city_id'>) => ({
  country_id: input.country_id,
  state_id: input.state_id === undefined ? before.state_id : input.state_id,
  city_id: input.city_id === undefined ? before.city_id : input.city_id,
});

/** In words, which of a day or an hour may be reached. */
const verificationLimit = ({ rates }: Pick<Config, 'rates'>): string =>
  [
    ...(rates.verifications > 0 ? [`${rates.verifications} verification mails to an address a day`] : []),
    ...(rates.accountVerifications > 0 ? [`${rates.accountVerifications} of an account an hour`] : []),
  ].join(', ');

export const senders = endpoints({
  senderList: {
    input: nothing,
    run: (_, account) =>
      listing({
        model: Sender.of(account.id),
        filter: { deleted_at: null },
        fields: { verification: 0 },
        present: (page) => page.map((sender) => presentSender(sender, account.timezone)),
      }),
  },

  senderSave: {
    input: inputs(senderInput),
    async run(input, account, { ring, config, domains, signal }) {
      const place = placeOf(input, { state_id: null, city_id: null });
      checkPlace(place);
      await refuseUnsendable(account.id, input.from_email, { config, domains, signal });
      const at = now();
      const asked = askAgain(at);
      const id = await nextId('senders');
      const utr = randomBytes(9).toString('base64url');
      await Sender.of(account.id).insertOne({
        _id: id,
        user_id: account.id,
        zip_code: '',
        company_address2: '',
        ...input,
        ...place,
        ...asked,
        is_verified: 0,
        utr,
        deleted_at: null,
        created_at: at,
        updated_at: at,
      });
      await ringMail(ring, account.id, id, asked.verification);
      return { id, utr, warnings: await senderWarnings(account.id, input.from_email, config) };
    },
  },

  senderDetails: {
    input: oneSender,
    async run({ sender_id: id }, account) {
      const sender = await find(account.id, id);
      return sender && presentSender(sender, account.timezone);
    },
  },

  senderUpdate: {
    input: inputs({ sender_id: required(recordId()), ...senderInput }),
    async run({ sender_id: id, ...input }, account, { ring, config, domains, signal }) {
      for (;;) {
        const before = await find(account.id, id);
        if (!before) return null;
        const place = placeOf(input, before);
        checkPlace(place);
        const at = now();
        const moved = normalizeAddress(input.from_email) !== normalizeAddress(before.from_email);
        if (moved) await refuseUnsendable(account.id, input.from_email, { config, domains, signal });
        const asked = moved ? askAgain(at) : null;
        const { from_email, state_id, city_id } = before;
        const { matchedCount } = await Sender.of(account.id).updateOne(
          // Conditional on the values that were read: two updates at the same time could otherwise combine a new address with the proof
          // of the old one.
          { ...living(id), from_email, state_id, city_id },
          { $set: { ...input, ...place, ...(asked && { ...asked, is_verified: 0 }), updated_at: at } },
        );
        if (matchedCount === 0) continue;
        if (asked) await ringMail(ring, account.id, id, asked.verification);
        return { warnings: await senderWarnings(account.id, input.from_email, config) };
      }
    },
  },

  senderDelete: {
    input: oneSender,
    run: ({ sender_id: id }, account) =>
      Sender.of(account.id).findOneAndUpdate(living(id), { $set: { deleted_at: now() } }),
  },

  senderResendMail: {
    input: oneSender,
    async run({ sender_id: id }, account, { ring, config }) {
      const before = await find(account.id, id);
      if (!before) return null;
      const at = now();
      const asked = askAgain(at);
      // Before earlier links stop working: after a 429 they can still be used.
      const free = await takeVerificationPlace({ ...before, ...asked }, config.rates, at, { waits: false });
      if (free) throw tooMany(Math.ceil((free.getTime() - at.getTime()) / 1000), verificationLimit(config));
      const sender = await Sender.of(account.id).findOneAndUpdate(living(id), {
        $set: { ...asked, updated_at: at },
      });
      if (sender) await ringMail(ring, account.id, id, asked.verification);
      return sender;
    },
  },
});
