import { Contact } from '../../../common/models/contacts.ts';
import { Import } from '../../../common/models/imports.ts';
import { SingleSend } from '../../../common/models/single-sends.ts';
import { Suppression } from '../../../common/models/suppressions.ts';
import type { Filter, Projection, Rows } from '../../../common/store/collection.ts';
import { rows } from '../../support/rows.ts';

/** A kind of call that clients make while the database fails, and how the database is checked afterwards. */
export interface Change {
  readonly kind: string;
  readonly path: string;
  /** Milliseconds between two calls of a client. */
  readonly breathMs: number;
  /** Whether an `Idempotency-Key` makes it safe to repeat. */
  readonly keyed: boolean;
  /** Whether it must be refused and change nothing. */
  readonly refused?: boolean;
  /** The body of the call with this number; it contains a name of its own. */
  body(number: number): {
    readonly name: string;
    readonly body: FormData | Readonly<Record<string, unknown>>;
  };
  /** How often each of these names exists: 1 when exactly one complete record does; `Number.NaN` when a record is incomplete. */
  there(names: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

const PEOPLE = 3;
const personOf = (file: string, person: number): string => `${file}.${person}@upload.example`;

/** Contacts of a type: valid ones, and ones without a required field. */
function contact(kind: string, type: number, keyed: boolean, refused: boolean): Change {
  return {
    kind,
    path: '/contacts/add',
    breathMs: 50,
    keyed,
    refused,
    body(number) {
      const name = `${kind}.${number}@example.com`;
      const postal_code = String(10_000 + number);
      const fields = { contact_type_id: type, email: name, first_name: 'History', postal_code };
      return { name, body: refused ? fields : { ...fields, country: 1 } };
    },
    there: (names) => countOf(rows(Contact), 'email_norm', names),
  };
}

/** The number of documents with each of these names in a field. */
async function countOf<Document extends object>(
  model: Rows<Document>,
  field: keyof Document & string,
  names: readonly string[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const found = model.find({ [field]: { $in: [...names] } } as Filter<Document>, {
    projection: { [field]: 1 } as Projection<Document>,
  });
  for await (const one of found) {
    const name = String((one as Document)[field]);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** Unsubscribes: of unknown people, and of those in `audience`, one after the other. */
function optOut(audience: readonly string[]): Change {
  return {
    kind: 'opt-out',
    path: '/global-unsubscribes/save',
    breathMs: 50,
    keyed: false,
    body(number) {
      const name = (number % 2 === 0 ? audience[number / 2] : undefined) ?? `out.${number}@example.com`;
      return { name, body: { email_address: name } };
    },
    there: (names) => countOf(rows(Suppression), 'email_norm', names),
  };
}

/** Single sends to the few contacts of a type. */
function send(type: number): Change {
  return {
    kind: 'send',
    path: '/single/send/create',
    breathMs: 400,
    keyed: true,
    body(number) {
      const name = `Send ${number}`;
      const body = {
        template_id: 1,
        template_html: '<p>Hello ((first_name))</p>',
        sender_id: 1,
        unsubscribe_group_id: 1,
        single_send_name: name,
        subject: name,
        preheader: 'News',
        recipient_id: [`contacts_${type}`],
        schedule_type: 0,
      };
      return { name, body };
    },
    there: (names) => countOf(rows(SingleSend), 'single_send_name', names),
  };
}

/** Uploads of small files. */
function upload(type: number): Change {
  return {
    kind: 'upload',
    path: '/contacts/upload-csv',
    breathMs: 400,
    keyed: false,
    body(number) {
      const name = `file.${number}`;
      const lines = Array.from({ length: PEOPLE }, (_, person) => `${personOf(name, person)},Upload\n`);
      const body = new FormData();
      body.set('contact_type_id', String(type));
      body.set(
        'file',
        new Blob([`email,first_name\n${lines.join('')}`], { type: 'text/csv' }),
        `${name}.csv`,
      );
      return { name, body };
    },
    async there(names) {
      const files = await countOf(
        rows(Import),
        'file_name',
        names.map((name) => `${name}.csv`),
      );
      const people = await countOf(
        rows(Contact),
        'email_norm',
        names.flatMap((name) => Array.from({ length: PEOPLE }, (_, person) => personOf(name, person))),
      );
      return new Map(
        names.map((name) => {
          const found = Array.from(
            { length: PEOPLE },
            (_, person) => people.get(personOf(name, person)) ?? 0,
          );
          const file = files.get(`${name}.csv`) ?? 0;
          return [name, found.every((count) => count === file) ? file : Number.NaN];
        }),
      );
    },
  };
}

/** The changes that clients make at the same time: contact types for new contacts, and recipients who may unsubscribe. */
export const changesOf = (types: {
  readonly joined: number;
  readonly few: number;
  readonly uploads: number;
  readonly audience: readonly string[];
}): readonly Change[] => [
  contact('joined', types.joined, false, false),
  contact('keyed', types.joined, true, false),
  contact('refused', types.joined, false, true),
  optOut(types.audience),
  send(types.few),
  upload(types.uploads),
];
