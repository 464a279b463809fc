import { expect } from 'chai';
import { aborted, type Handover } from '../../../../../worker/sending/transport/outcome.ts';
import {
  listenForAbort,
  putInLine,
  type WaitingMail,
} from '../../../../../worker/sending/transport/waiting-mails.ts';
import { mailTo } from '../../../../support/transports.ts';

const waitingMail = (name: string, isUrgent = false): WaitingMail => ({
  mail: { ...mailTo(`${name}@x.example`, { id: name }), ...(isUrgent && { urgent: true }) },
  resolve: () => {},
});

describe('transport: the line of waiting mails', () => {
  it('keeps the order of its mails, and puts urgent mails before all others', () => {
    const line: WaitingMail[] = [];
    for (const name of ['a', 'B', 'c', 'D']) putInLine(line, waitingMail(name, name < 'a'));
    expect(line.map(({ mail }) => mail.messageId).join('')).to.equal('<B><D><a><c>');
  });

  it('aborts a mail by its signal until the mail has a result', () => {
    const abort = new AbortController();
    const results: Handover[] = [];
    const [one, other] = ['a', 'b'].map((name) => ({
      ...waitingMail(name),
      resolve: (result: Handover) => void results.push(result),
    })) as [WaitingMail, WaitingMail];
    const stopped: WaitingMail[] = [];
    for (const each of [one, other]) listenForAbort(each, abort.signal, (mail) => void stopped.push(mail));
    one.resolve(aborted());
    abort.abort();
    expect(results).to.have.length(1);
    expect(stopped).to.deep.equal([other]);
  });
});
