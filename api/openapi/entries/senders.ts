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
  nickname: text('What the account calls it; recipients never see it.'),
  is_verified: oneOf([0, 1], '1: the link in the verification mail was followed. Nothing goes out before.'),
  utr: text(),
  send_at: localTime('When the last verification mail was asked for.'),
  deleted_at: nullable(timestamp()),
  created_at: timestamp(),
  updated_at: timestamp(),
});

export const senders = entries(
  {
    name: 'Senders',
    about:
      'Whom mails come from. An address has to be verified by the link in a mail to it before it is used. ' +
      '`from_email` and `reply_to_email` are ASCII before the @, as only some mail servers take mails from others; their ' +
      'domain may be of any script.',
  },
  {
    senderList: { summary: 'List senders', output: sender },
    senderSave: {
      summary: 'Add a sender',
      about:
        'A verification mail goes to `from_email`: by default at most 3 to an address in 24 hours, and 20 an hour in ' +
        'all, but for those whose link was used. What is more waits for its time.',
    },
    senderDetails: { summary: 'Get one sender', output: sender },
    senderUpdate: {
      summary: 'Change a sender',
      about: 'A changed `from_email` has to be verified again: a new mail goes out.',
    },
    senderDelete: { summary: 'Delete a sender', about: 'The success text stands in `errors`.' },
    senderResendMail: {
      summary: 'Send the verification mail once more',
      about:
        'Links of the mails before end. 429 where an address, or the account, had as many as it may have (`sender/save`): ' +
        'the links before stay good.',
    },
  },
);
