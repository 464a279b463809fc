import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { Seen } from '../../support/one-more-field/program.ts';
import { mongodbUrl } from '../../support/services.ts';

/** A service whose table of contact fields has one row more, in a process of its own: no other file says the field's name. */
describe('a field that is added to the table of contact fields', () => {
  let seen: Seen;

  before(async () => {
    await mongodbUrl('one-more-field'); // Noted, so that the database is dropped after these tests.
    const program = fork(fileURLToPath(new URL('../../support/one-more-field/program.ts', import.meta.url)), {
      execArgv: [
        '--import',
        './local/typescript.mjs',
        '--import',
        './test/support/one-more-field/register.mjs',
      ],
    });
    const ended = once(program, 'exit').then(([code]) => {
      throw new Error(`the program ended with ${code}`);
    });
    [seen] = (await Promise.race([once(program, 'message'), ended])) as [Seen];
    ended.catch(() => {});
  });

  it('keeps its value when a contact is added, and shows it in its details', () => {
    expect(seen.details).to.include({ email: 'grace@example.com', job_title: 'Admiral' });
  });

  it('changes with the contact', () => {
    expect(seen.changed).to.include({ email: 'grace@example.com', job_title: 'Commodore' });
  });

  it('shows nothing for a contact that is older than the field', () => {
    expect(seen.older).to.include({ email: 'grace@example.com', job_title: '' });
  });

  it('refuses values that are longer than the table allows', () => {
    expect(seen.refused).to.deep.equal({
      job_title: ['The job title field must not be greater than 40 characters.'],
    });
  });

  it('appears as a column of the sample file, with its example', () => {
    expect(seen.sample[0]).to.match(/,"job_title"$/);
    expect(seen.sample[1]).to.match(/,"Engineer"$/);
  });

  it('takes values from a CSV file and shows them in the list', () => {
    const titles = seen.listed.map(({ email, job_title }: Record<string, string>) => [email, job_title]);
    expect(titles).to.deep.equal([
      ['grace@example.com', 'Admiral'],
      ['ada@example.com', 'Engineer'],
    ]);
  });

  it('selects the contacts of a segment and fills the placeholder of a mail', () => {
    expect(seen.mails.map(({ to }) => to)).to.deep.equal(['grace@example.com']);
    expect(seen.mails[0]!.html).to.contain('<p>Dear Admiral</p>');
  });

  it('counts as a reserved field, and as a placeholder that designs may use', () => {
    expect(seen.reserved.at(-1)).to.include({ field_name: 'job_title', is_reserved: 1 });
    expect(seen.placeholders).to.include('job_title');
  });

  it('leaves no custom field its name, in any spelling', () => {
    expect(seen.custom).to.deep.equal({ field_name: ['The selected field name is invalid.'] });
  });

  it('appears in the API reference', () => {
    const { schemas } = seen.document.components;
    expect(schemas.Contact.properties).to.have.property('job_title');
    expect(schemas.ListedContact.required).to.include('job_title');
    expect(JSON.stringify(seen.document)).to.contain('"description":"Job title."');
  });
});
