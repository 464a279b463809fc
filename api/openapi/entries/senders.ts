import type { presentSender } from '../../present/senders.ts';
import { entries } from '../entry.ts';
import { id, localTime, nullable, oneOf, record, text, timestamp } from '../shapes.ts';

const sender = record<ReturnType<typeof presentSender>>('Sender', {
  id: id(),
  user_id: id(),
  from_name: text(),
  from_email: text(),
  reply_to_email: text(),
  country_id: id(),
  state_id: nullable(id()),
  city_id: nullable(id()),
  zip_code: text(),
  company_address: text(),
  company_address2: text(),
  nickname: text('Its name in the account; recipients never see it.'),
  is_verified: oneOf(
    [0, 1],
    '1: the link in the verification mail was used. Before that, no mail is sent from this address.',
  ),
  utr: text(),
  send_at: localTime('When the last verification mail was requested.'),
  deleted_at: nullable(timestamp()),
  created_at: timestamp(),
  updated_at: timestamp(),
});

export const senders = entries(
  {
    name: 'Senders',
    about:
      'The names and addresses in the From header of mails. The owner of an address must use the link in a verification mail before the address' +
      ' can send. `from_email` and `reply_to_email` are ASCII before the @, because only some mail servers accept other addresses. Their domain' +
      ' may be in any script.',
  },
  {
    senderList: { summary: 'List senders', output: sender },
    senderSave: {
      summary: 'Add a sender',
      about:
        'The service sends a verification mail to `from_email`. By default it sends at most 3 mails to an address in 24 hours, and at most 20 an ' +
        'hour for the account; mails whose link was used do not count for the second limit. Mails over a limit wait.',
    },
    senderDetails: { summary: 'Get one sender', output: sender },
    senderUpdate: {
      summary: 'Change a sender',
      about: 'A changed `from_email` must be verified again: the service sends a new verification mail.',
    },
    senderDelete: { summary: 'Delete a sender', about: '`errors` has the success text.' },
    senderResendMail: {
      summary: 'Send the verification mail once more',
      about:
        'The links in earlier mails stop working. The answer is 429 if the address or the account reached its limit (`sender/save`); then the ' +
        'earlier links still work.',
    },
  },
);
