import { foldName } from './fold-name.ts';

/** Ignores case, and treats spaces and underscores alike: `First Name` is `first_name`. */
function spelled(name: string): string {
  const trimmed = name.trim();
  // No field has such a long name, nor a blank one.
  return trimmed.length > NAME_MAX ? ' ' : trimmed.toLowerCase().replace(/[\s_]+/g, '_');
}
const squashed = (name: string): string => spelled(name).replaceAll('_', '');

/** Other programs' names of the address column, as `foldedHeading` returns them. They count where no column is called `email`. */
const ADDRESS_HEADINGS: ReadonlySet<string> = new Set([
  'email',
  'emailaddress',
  'emailadresse',
  'mail',
  'mailaddress',
  'mailadresse',
  'adresseemail',
  'adressemail',
  'adressecourriel',
  'adresseelectronique',
  'adressedemessagerie',
  'courriel',
  'courrierelectronique',
  'mel',
  'correo',
  'correoelectronico',
  'direcciondecorreo',
  'direcciondecorreoelectronico',
]);

/** Other programs' and languages' names of fields, folded. They count for columns without a field of that name. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    first_name: [
      'fname',
      'forename',
      'givenname',
      'christianname',
      'vorname',
      'vornamen',
      'rufname',
      'prenom',
      'prenoms',
      'nombredepila',
      'primernombre',
    ],
    last_name: [
      'lname',
      'surname',
      'familyname',
      'nachname',
      'familienname',
      'zuname',
      'nomdefamille',
      'nomfamille',
      'patronyme',
      'apellido',
      'apellidos',
      'primerapellido',
    ],
    alt_email: [
      'alternateemail',
      'alternateemails',
      'secondaryemail',
      'email2',
      'zweiteemail',
      'emailsecondaire',
      'autreemail',
      'deuxiemeemail',
    ],
    country: [
      'cc',
      'countrycode',
      'land',
      'laendercode',
      'landercode',
      'pays',
      'codepays',
      'addresscountry',
      'pais',
    ],
    tags: [
      'tag',
      'contacttags',
      'schlagworte',
      'schlagworter',
      'stichworte',
      'etiquettes',
      'motscles',
      'etiquetas',
    ],
    state: ['bundesland'],
    city: [
      'addresscity',
      'town',
      'ort',
      'stadt',
      'wohnort',
      'ville',
      'commune',
      'localite',
      'ciudad',
      'poblacion',
      'localidad',
    ],
    address_line1: [
      'address',
      'address1',
      'streetaddress',
      'addressstreet',
      'street',
      'strasse',
      'anschrift',
      'adresse',
      'adresse1',
      'adressepostale',
      'rue',
      'direccion',
      'domicilio',
      'calle',
    ],
    address_line2: ['address2', 'adresszusatz', 'adresse2', 'complementadresse', 'complementdadresse'],
    state_province_region: ['province', 'stateprovince', 'provinz', 'region', 'departement', 'provincia'],
    postal_code: [
      'addresszip',
      'addresspostalcode',
      'zip',
      'zipcode',
      'postcode',
      'plz',
      'postleitzahl',
      'codepostal',
      'cp',
      'codigopostal',
    ],
  }).flatMap(([field, names]) => names.map((name) => [name, field] as const)),
);

/** Letters and digits alone, without case and accents; blank for a name that is longer than any field's. */
const foldedHeading = (name: string): string =>
  name.length > NAME_MAX ? '' : foldName(name.replaceAll('ß', 'ss')).replace(/[^\p{L}\p{N}]+/gu, '');

export const otherFieldName = (name: string): string | null => OTHER_NAMES.get(foldedHeading(name)) ?? null;

/** Stands for first and last name: a column with both. No custom field may have this name. */
export const FULL_NAME = 'fullname';
const FULL_NAMES =
  /^(?:name|fullname|displayname|contactname|vollername|vorundnachname|nom|nomcomplet|prenometnom|prenomnom|nombrecompleto|nombreyapellidos?)$/;
/** A name in Spanish, and a number in French. It is a name among other Spanish headings. */
const NOMBRE = /^nombres?$/;
const SPANISH = /^(?:apellidos?$|primerapellido$|correo|direcciondecorreo|codigopostal$|ciudad$|pais$)/;
/** Stands for all fields: a column with a JSON object, which is read by its keys. No custom field can have this name. */
export const JSON_CELLS = '{}';
const JSON_NAMES = /^(?:attributes|attribs|data|customdata)$/;
export const isJsonHeading = (name: string): boolean => JSON_NAMES.test(foldedHeading(name));

/** The column called `email`, else the first with another name for it. -1: none. */
function addressColumn(header: readonly string[]): number {
  const exact = header.findIndex((name) => squashed(name) === 'email');
  return exact === -1 ? header.findIndex((name) => ADDRESS_HEADINGS.has(foldedHeading(name))) : exact;
}

/** Characters of a column name that are stored. */
const NAME_MAX = 255;
export const shownName = (name: string): string => name.trim().slice(0, NAME_MAX);

export interface ColumnMap {
  /** The field of each column; null: skipped. */
  readonly columns: readonly (string | null)[];
  /** Columns without a field, or whose field an earlier column has. */
  readonly skipped: readonly string[];
}

/**
 * Maps a header to fields. The first of two columns for one field counts. An exact spelling is preferred to one that matches only
 * without underscores (`a_b` and `ab` may both be custom fields), and both to other programs' names.
 */
export function mapColumns(header: readonly string[], fields: readonly string[]): ColumnMap {
  const bySpelling = new Map<string, string>();
  for (const field of [...fields].reverse()) bySpelling.set(squashed(field), field);
  for (const field of [...fields].reverse()) bySpelling.set(spelled(field), field);
  const address = addressColumn(header);
  const isSpanish = header.some((name) => SPANISH.test(foldedHeading(name)));
  const taken = new Set<string>(address === -1 ? [] : ['email']);
  const columns = header.map((name, at) => {
    if (at === address) return 'email';
    return take(bySpelling.get(spelled(name)) ?? bySpelling.get(squashed(name)) ?? null);
  });
  function take(field: string | null): string | null {
    if (field === null || taken.has(field) || !(fields.includes(field) || isMixed(field))) return null;
    taken.add(field);
    return field;
  }
  for (const [at, name] of header.entries())
    columns[at] ??= isNamed(name) ? take(otherFieldName(name)) : null;
  for (const [at, name] of header.entries()) columns[at] ??= take(mixedField(name, columns, isSpanish));
  const skipped = header.filter((name, at) => columns[at] === null && isNamed(name)).map(shownName);
  return { columns, skipped };
}

const isNamed = (name: string): boolean => name.trim() !== '';
const isMixed = (field: string): boolean => field === FULL_NAME || field === JSON_CELLS;

/** A column with several fields: a full name unless others have first and last name, or JSON. */
function mixedField(name: string, columns: readonly (string | null)[], isSpanish: boolean): string | null {
  const key = foldedHeading(name);
  if (isJsonHeading(name)) return JSON_CELLS;
  if (!FULL_NAMES.test(key) && !(isSpanish && NOMBRE.test(key))) return null;
  const [hasFirst, hasLast] = [columns.includes('first_name'), columns.includes('last_name')];
  if (hasFirst) return hasLast ? null : 'last_name';
  return hasLast ? 'first_name' : FULL_NAME;
}

/** A person's choice: column names by field name. */
export type ChosenColumns = Readonly<Record<string, string>>;

const columnKey = (name: string): string => shownName(name).toLowerCase();

/** Finds columns by their names, without case: the first of several columns with one name. -1: none. */
export function columnFinder(header: readonly string[]): (column: string) => number {
  const places = new Map<string, number>();
  for (const [at, name] of header.entries()) {
    const key = columnKey(name);
    if (!places.has(key)) places.set(key, at);
  }
  return (column) => places.get(columnKey(column)) ?? -1;
}

/** Whether each column can be imported: it has a name, and no earlier column has the same one. */
export function importableColumns(header: readonly string[]): boolean[] {
  const find = columnFinder(header);
  return header.map((heading, at) => isNamed(heading) && find(heading) === at);
}

export const positionOf = (header: readonly string[], column: string): number => columnFinder(header)(column);

/** Maps only the columns that a person chose. `wrong`: fields whose column is missing, or belongs to another field already. */
export function mapChosen(
  header: readonly string[],
  chosen: ChosenColumns,
): ColumnMap & { readonly wrong: readonly string[] } {
  const columns: (string | null)[] = header.map(() => null);
  const wrong: string[] = [];
  const find = columnFinder(header);
  for (const [field, column] of Object.entries(chosen)) {
    const at = find(column);
    if (at === -1 || columns[at] !== null) wrong.push(field);
    else columns[at] = field;
  }
  const skipped = header.filter((name, at) => columns[at] === null && name.trim() !== '').map(shownName);
  return { columns, skipped, wrong };
}

/** Whether a header has the address column that every file needs: the chosen one, or one with a known name. */
export const hasEmailColumn = (header: readonly string[], chosen?: string): boolean =>
  chosen === undefined ? addressColumn(header) !== -1 : positionOf(header, chosen) !== -1;
