import { Sender, type SenderDocument } from '../../../common/models/senders.ts';
import { reserveIds } from '../../../common/store/ids.ts';
import { rows } from '../../support/rows.ts';
import { endsOf, stateOf } from '../support/ends.ts';
import type { Attack } from './attack.ts';
import { sendOf, succeed } from './old-sends.ts';

/** Its local part is not ASCII, so only servers with SMTPUTF8 accept it. */
const ADDRESS = 'jörg@shop.example';
const OTHER = 'joerg@shop.example';

export const senders: Attack = {
  name: 'senders',
  what: `the sender ${ADDRESS}: saved, and stored before it was refused`,
  async lay(attacker) {
    const sender = await rows(Sender).findOne({ _id: attacker.sender_id });
    const first = await reserveIds('senders', 2);
    const old: SenderDocument[] = [
      { ...sender!, _id: first, utr: `old-${first}`, from_email: ADDRESS },
      { ...sender!, _id: first + 1, utr: `old-${first + 1}`, reply_to_email: ADDRESS },
    ];
    await rows(Sender).insertMany(old);
    const utrs = [];
    for (const { _id } of old) {
      const inputs = sendOf(attacker, { sender_id: _id, template_html: '<p>Hello</p>' });
      const made = await succeed<string | { utr: string }>(attacker, '/single/send/create', inputs);
      utrs.push(typeof made === 'string' ? made : made.utr);
    }
    return { utrs, senders: old.map(({ _id }) => String(_id)) };
  },
  run(calls, attacker) {
    const details = {
      from_name: 'Jörg',
      country_id: 1,
      company_address: '1 Main Street',
      nickname: 'joerg',
    };
    const { senders = [] } = attacker.laid;
    return calls.again(
      2,
      (at) =>
        [
          () => calls.api('/sender/save', { ...details, from_email: ADDRESS, reply_to_email: OTHER }),
          () => calls.api('/sender/save', { ...details, from_email: OTHER, reply_to_email: ADDRESS }),
          () =>
            calls.api(
              '/single/send/create',
              sendOf(attacker, { sender_id: Number(senders[at % 2]), template_html: '<p>Hello</p>' }),
            ),
        ][at % 3]!(),
      100,
    );
  },
  async judge(attacker, answers, short) {
    const broken = await endsOf(attacker, short);
    for (const utr of attacker.laid['utrs'] ?? []) {
      const { status, hold_reason } = await stateOf(attacker, utr);
      if (status !== 0 || hold_reason === null)
        broken.push(`a send from ${ADDRESS} is no hold: status ${status}`);
    }
    if (!answers['422']) broken.push(`saving ${ADDRESS} was never answered 422`);
    return broken;
  },
};
