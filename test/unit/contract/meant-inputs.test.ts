import { expect } from 'chai';
import { contract, type EndpointName } from '../../../api/contract.ts';
import { namesOf } from '../../../api/http/ignored-inputs.ts';
import { INPUT_SYNONYMS, meantInput } from '../../../api/http/meant-inputs.ts';
import { behaviours } from '../../../api/resources/all.ts';

const ENDPOINTS = (Object.keys(contract) as EndpointName[]).map((name) => ({
  path: contract[name].path as string,
  names: new Set(namesOf(contract[name], behaviours[name].input)),
}));

/** Names of inputs that other services have and some of our endpoints do not. */
const WORDS = ['text', 'html', 'body', 'to', 'from', 'name', 'email', 'sender', 'template', 'ids'];

describe('an input name of another service', () => {
  it('stands for our input at each endpoint that takes it', () => {
    for (const { path, names } of ENDPOINTS)
      for (const [word, others] of Object.entries(INPUT_SYNONYMS)) {
        const wanted = others.find((other) => names.has(other));
        if (names.has(word) || wanted === undefined) continue;
        expect(meantInput(word, names), `${path} ${word}`).to.equal(wanted);
        expect(meantInput(word.toUpperCase(), names), `${path} ${word}`).to.equal(wanted);
      }
  });

  it('has a row only for inputs of our endpoints', () => {
    const all = new Set(ENDPOINTS.flatMap(({ names }) => [...names]));
    for (const [word, others] of Object.entries(INPUT_SYNONYMS)) {
      for (const other of others) expect(all.has(other), `${word}: ${other}`).to.equal(true);
      const means = ({ names }: (typeof ENDPOINTS)[0]) =>
        !names.has(word) && others.some((one) => names.has(one));
      expect(ENDPOINTS.some(means), word).to.equal(true);
    }
  });

  it('is corrected at the endpoints that take content, addresses or senders', () => {
    const meant = (path: string) => {
      const { names } = ENDPOINTS.find((one) => one.path === path)!;
      return Object.fromEntries(
        WORDS.filter((word) => !names.has(word)).map((word) => [word, meantInput(word, names)]),
      );
    };
    const content = { text: 'template_text', html: 'template_html', body: 'template_html' };
    const ids = { ids: null };
    expect(meant('/messages/send')).to.deep.equal({
      ...content,
      ...ids,
      to: 'email',
      from: 'sender_id',
      sender: 'sender_id',
      template: 'template_id',
    });
    expect(meant('/single/send/create')).to.deep.include({
      ...content,
      to: 'recipient_id',
      from: 'sender_id',
      name: 'single_send_name',
    });
    expect(meant('/single/send/test')).to.deep.include({
      ...content,
      to: 'email_address',
      email: 'email_address',
    });
    expect(meant('/sender/save')).to.deep.include({
      from: 'from_email',
      name: 'from_name',
      email: 'from_email',
    });
    // These endpoints take ids of other records, such as a contact type or a sender.
    for (const path of ['/contacts/add', '/messages/send'])
      expect(meantInput('id', ENDPOINTS.find((one) => one.path === path)!.names), path).to.equal(null);
    expect(meant('/segment/store')).to.deep.include({ name: 'segment_name', text: null });
  });
});
