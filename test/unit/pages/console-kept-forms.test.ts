import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { ROOT } from '../../../local/servers.mjs';
import { FORMS } from '../../browser/console/kept-forms.ts';

const SOURCES = join(ROOT, 'console/src');
const TESTS = join(ROOT, 'test/browser/console');

/** Elements that a person can write in. */
const WRITES =
  /<(?:form|FormModal|TextInput|Textarea|PasswordInput|NumberInput|ColorInput|TagsInput|Autocomplete)\b|\buseTyped\(/;
/** Functions that keep a draft on the device. */
const KEEPS = /\b(?:useForm|useKeptDraft|useSaves|useAutosave|useEmail)(?:<[^(]*>)?\(/;

/** Forms that keep nothing on the device, and why. */
const KEEPS_NOTHING: Readonly<Record<string, string>> = {
  'app/sign-in-again.tsx': 'A password and a code are secrets.',
  'pages/settings/password.tsx': 'Passwords are secrets.',
  'pages/operator/new-password.tsx': 'A password is a secret.',
  'pages/settings/second-factor.tsx': 'A password and codes are secrets.',
  'pages/settings/closing.tsx': 'A password and a code are secrets.',
  'app/own-password.tsx': 'A password is a secret.',
  'app/type-to-confirm.tsx': 'The name is typed again to confirm each deletion.',
  'app/search-field.tsx': 'The address of the page has the search.',
  'app/date-field.tsx': 'The address of the page has the dates.',
  'pages/contacts/bulk-dialog.tsx': 'The chosen contacts are not known after a reload.',
  'pages/imports/new-fields.tsx': 'The chosen file is not known after a reload.',
  'pages/campaigns/test-mail.tsx': 'It begins with the address of the person.',
  'pages/campaigns/share.tsx': 'A number of days is chosen from a list.',
  'pages/campaigns/send-time.tsx': 'The time of a send is chosen after the check of the mail.',
  'app/mail-sheet.tsx': 'It is hidden and fills a frame.',
};

/** Parts of forms, with the file that keeps their values. */
const PARTS: Readonly<Record<string, string>> = {
  'app/typed-fields.tsx': 'app/use-form.ts',
  'app/form-modal.tsx': 'app/use-form.ts',
  'app/tag-field.tsx': 'pages/segments/segment-form.tsx',
  'app/tags-field.tsx': 'pages/contacts/contact-form.tsx',
  'pages/automations/automation-fields.tsx': 'pages/automations/new-automation.tsx',
  'pages/automations/wait-fields.tsx': 'pages/automations/change-wait.tsx',
  'pages/segments/operand-input.tsx': 'pages/segments/segment-form.tsx',
  'pages/campaigns/compose-basics.tsx': 'pages/campaigns/compose.tsx',
  'pages/campaigns/compose-content.tsx': 'pages/campaigns/compose.tsx',
  'pages/campaigns/compose-subject.tsx': 'pages/campaigns/compose.tsx',
  'pages/campaigns/fallback-input.tsx': 'pages/campaigns/compose.tsx',
  'pages/editor/part-fields.tsx': 'pages/editor/campaign-design.tsx',
  'pages/editor/text-bar.tsx': 'pages/editor/campaign-design.tsx',
};

/** Hooks that save by themselves, or have a test of their own. */
const TESTED: Readonly<Record<string, string>> = {
  'app/use-saves.ts': 'kept-drafts.test.ts',
  'pages/automations/use-email.ts': 'kept-drafts.test.ts',
};

describe('the forms of the console', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('texts'))
    .map((name) => ({ name, source: readFileSync(join(SOURCES, name), 'utf8') }));
  const keeps = (name: string): boolean => files.some((one) => one.name === name && KEEPS.test(one.source));

  it('keep their draft, are part of a form that does, or have a reason to keep nothing', () => {
    const without = files
      .filter(({ source }) => WRITES.test(source) && !KEEPS.test(source))
      .map(({ name }) => name)
      .filter((name) => !Object.hasOwn(KEEPS_NOTHING, name) && !Object.hasOwn(PARTS, name));
    expect(without).to.deep.equal([]);
  });

  it('have a reason only where they keep nothing', () => {
    const needless = [...Object.keys(KEEPS_NOTHING), ...Object.keys(PARTS)].filter(
      (name) => !files.some((one) => one.name === name && WRITES.test(one.source)) || keeps(name),
    );
    expect(needless).to.deep.equal([]);
    expect([...new Set(Object.values(PARTS))].filter((owner) => !keeps(owner))).to.deep.equal([]);
  });

  it('are each in the table of the browser test', () => {
    const tested = [...FORMS.map(({ file }) => file), ...Object.keys(TESTED)];
    const keeping = files
      .filter(({ source }) => /\b(?:useForm|useKeptDraft)(?:<[^(]*>)?\(\{/.test(source))
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('app/use-'));
    expect(keeping.filter((name) => !tested.includes(name))).to.deep.equal([]);
    expect(tested.filter((name) => !keeps(name))).to.deep.equal([]);
    expect(Object.values(TESTED).filter((test) => !existsSync(join(TESTS, test)))).to.deep.equal([]);
  });

  it('with a secret are not made by the form that keeps drafts', () => {
    const secrets = files.filter(
      ({ source }) =>
        /'(?:current-password|new-password|one-time-code)'|'password'/.test(source) && KEEPS.test(source),
    );
    expect(secrets.map(({ name }) => name)).to.deep.equal([]);
  });
});
