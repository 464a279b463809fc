const FIRST = [
  'Amara',
  'Bjørn',
  'Chloé',
  'Dmitri',
  'Elif',
  'Fatima',
  'Goran',
  'Hana',
  'Inés',
  'Jürgen',
  'Kofi',
  'Lena',
];
const LAST = [
  "O'Brien",
  'Nakamura',
  'García',
  'Kowalski',
  'Öztürk',
  'van den Berg',
  'Nguyễn',
  'Smith',
  'Łukasz',
  'Diallo',
];
const CITIES = [
  ['Berlin', 'Germany'],
  ['Lagos', 'NG'],
  ['São Paulo', 'Brazil'],
  ['Osaka', 'JPN'],
  ['Kraków', 'Poland'],
  ['Lyon', 'France'],
] as const;

const quoted = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

export const addressOf = (number: number): string => `reader${number}@people.example`;

export function peopleCsv(count: number): string {
  const lines = ['First Name,Last Name,Email,City,Country,Address Line1,Company Name'];
  for (let number = 1; number <= count; number++) {
    const [city, country] = CITIES[number % CITIES.length]!;
    const cells = [
      FIRST[number % FIRST.length]!,
      LAST[number % LAST.length]!,
      addressOf(number),
      city,
      country,
      `${number}, "Old" Street`,
      number % 3 === 0 ? '' : `Company ${number % 40}`,
    ];
    lines.push(cells.map(quoted).join(','));
  }
  return `${lines.join('\r\n')}\r\n`;
}
