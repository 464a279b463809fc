/** A visitor, as it shows itself to the API. The addresses are of the networks that the providers publish, or of documentation (RFC 5737). */
export interface PatternVisitor {
  readonly ip: string;
  readonly agent: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
const CHROME = `${WINDOWS} Chrome/131.0.0.0 Safari/537.36`;
const EDGE = `${WINDOWS} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`;
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const SAFARI = `${IPHONE} Version/17.6 Mobile/15E148 Safari/604.1`;

export const VISITORS = {
  gmail: {
    ip: '66.249.84.33',
    agent: 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
  },
  'gmail, another machine': {
    ip: '74.125.208.7',
    agent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/42.0.2311.135 Safari/537.36 Edge/12.246 Mozilla/5.0 (via ggpht.com GoogleImageProxy)',
  },
  yahoo: {
    ip: '98.137.157.19',
    agent: 'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html',
  },
  'apple, IPv4': { ip: '104.28.34.40', agent: 'Mozilla/5.0' },
  'apple, IPv6': { ip: '2a02:26f7:c9c4:654c::9', agent: 'Mozilla/5.0' },
  'apple, its own network': { ip: '17.58.101.6', agent: 'Mozilla/5.0' },
  'short agent elsewhere': { ip: '198.51.100.77', agent: 'Mozilla/5.0' },
  'no agent': { ip: '198.51.100.78', agent: '' },
  'phone browser': {
    ip: '203.0.113.9',
    agent:
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
  },
  'iPhone browser behind the private relay': { ip: '172.225.158.176', agent: SAFARI },
  'iPhone browser': { ip: '203.0.113.10', agent: SAFARI },
  'iPhone mail': { ip: '203.0.113.10', agent: `${IPHONE} Mobile/15E148` },
  'mac mail': {
    ip: '203.0.113.11',
    agent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)',
  },
  'android mail': {
    ip: '203.0.113.12',
    agent:
      'Mozilla/5.0 (Linux; Android 14; SM-S918B Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.6723.107 Mobile Safari/537.36',
  },
  outlook: {
    ip: '203.0.113.20',
    agent: 'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17328; Pro)',
  },
  'old outlook': {
    ip: '203.0.113.20',
    agent:
      'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; WOW64; Trident/7.0; .NET4.0C; .NET4.0E; Microsoft Outlook 16.0.4266; ms-office; MSOffice 16)',
  },
  edge: { ip: '203.0.113.20', agent: EDGE },
  thunderbird: {
    ip: '203.0.113.30',
    agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.5.0',
  },
  firefox: {
    ip: '203.0.113.30',
    agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0',
  },
  chrome: { ip: '203.0.113.40', agent: CHROME },
  'chrome at home': { ip: '198.51.100.40', agent: CHROME },
  'chrome that loads before it is asked': {
    ip: '203.0.113.40',
    agent: CHROME,
    headers: { 'Sec-Purpose': 'prefetch;prerender' },
  },
  'virus scanner of the computer': { ip: '203.0.113.40', agent: 'Mozilla/4.0 (compatible; LinkScan 7.1)' },
  'office, one address for all': { ip: '192.0.2.10', agent: EDGE },
  'mobile operator': {
    ip: '192.0.2.20',
    agent:
      'Mozilla/5.0 (Linux; Android 13; SM-A536B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
  },
  // Barracuda Link Protection, Proofpoint URL Defense, Mimecast and Microsoft Defender follow links with browsers' agents, from clouds.
  barracuda: { ip: '209.222.82.5', agent: CHROME },
  'barracuda by name': { ip: '209.222.82.6', agent: 'Mozilla/5.0 (compatible; Barracuda Sentinel (EE))' },
  proofpoint: { ip: '148.163.129.50', agent: CHROME },
  mimecast: { ip: '205.139.110.61', agent: EDGE },
  'mimecast by name': { ip: '205.139.110.62', agent: 'Mimecast URL Protection' },
  defender: { ip: '40.94.97.13', agent: EDGE },
  'defender, another machine': { ip: '52.167.144.54', agent: CHROME },
  'defender, a third machine': { ip: '20.236.150.9', agent: SAFARI },
  cisco: { ip: '198.51.100.90', agent: 'CiscoSecureEmail' },
  gateway: { ip: '192.0.2.30', agent: EDGE },
  'gateway, IPv6': { ip: '2001:db8:5:6::{n}', agent: EDGE },
  slack: { ip: '34.203.227.3', agent: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' },
  'slack images': { ip: '34.203.227.3', agent: 'Slack-ImgProxy (+https://api.slack.com/robots)' },
  teams: {
    ip: '52.114.128.20',
    agent: 'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
  },
  whatsapp: { ip: '198.51.100.91', agent: 'WhatsApp/2.23.20.0' },
  'iMessage preview': {
    ip: '198.51.100.92',
    agent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  },
  googlebot: {
    ip: '66.249.66.1',
    agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  },
  curl: { ip: '198.51.100.93', agent: 'curl/8.5.0' },
  python: { ip: '198.51.100.94', agent: 'python-requests/2.32.3' },
  'chrome without a window': {
    ip: '198.51.100.95',
    agent: `${WINDOWS} HeadlessChrome/131.0.0.0 Safari/537.36`,
  },
  'office looks first': { ip: '203.0.113.20', agent: 'Microsoft Office Existence Discovery' },
} as const satisfies Readonly<Record<string, PatternVisitor>>;

/** The fetched part of a mail: the pixel, the hidden link, or a link of the mail by its number. */
type Target = 'pixel' | 'hidden' | 1 | 2 | 3 | 4 | 5;

export interface Step {
  /** Seconds after the first step. */
  readonly at: number;
  readonly by: keyof typeof VISITORS;
  readonly what: Target;
  readonly method?: 'HEAD';
  /** The counts of the row after this step, where later steps change them. */
  readonly leaves?: Counts;
}

export interface Counts {
  readonly opens?: number;
  readonly clicks?: number;
  readonly machine_opens?: number;
  readonly machine_clicks?: number;
}

/** Requests for one mail's pixel and links, and the counts that they must give. */
export interface Pattern {
  readonly name: string;
  readonly steps: readonly Step[];
  readonly expected: Counts;
  /** Clicks by link, of people and machines, where the pattern is about them. */
  readonly links?: Readonly<Record<string, number>>;
  readonly machineLinks?: Readonly<Record<string, number>>;
  /** The steps are made for so many recipients of a domain, one after the other, so many seconds apart. */
  readonly mails?: number;
  readonly apart?: number;
  readonly domain?: string;
}

const DAY = 86_400;
const fetch = (at: number, by: Step['by'], what: Target, leaves?: Counts): Step => ({
  at,
  by,
  what,
  ...(leaves && { leaves }),
});
const head = (at: number, by: Step['by'], what: Target): Step => ({ at, by, what, method: 'HEAD' });

/** Made after what the providers document of their proxies, scanners and previews. */
export const PATTERNS: readonly Pattern[] = [
  // People.
  {
    name: 'Gmail opens through its image proxy',
    steps: [fetch(0, 'gmail', 'pixel')],
    expected: { opens: 1 },
  },
  {
    name: 'Gmail opens three times, through several machines of its proxy',
    steps: [
      fetch(0, 'gmail', 'pixel'),
      fetch(DAY, 'gmail, another machine', 'pixel'),
      fetch(2 * DAY, 'gmail', 'pixel'),
    ],
    expected: { opens: 3 },
  },
  {
    name: 'Yahoo opens through its image proxy',
    steps: [fetch(0, 'yahoo', 'pixel')],
    expected: { opens: 1 },
  },
  {
    name: 'Gmail opens, and a click comes from the phone itself',
    steps: [fetch(0, 'gmail', 'pixel'), fetch(9, 'phone browser', 2)],
    expected: { opens: 1, clicks: 1 },
    links: { 2: 1 },
  },
  { name: 'Outlook for Windows', steps: [fetch(0, 'outlook', 'pixel')], expected: { opens: 1 } },
  { name: 'Outlook of an older form', steps: [fetch(0, 'old outlook', 'pixel')], expected: { opens: 1 } },
  {
    name: 'Outlook for Windows, and Edge for a click',
    steps: [fetch(0, 'outlook', 'pixel'), fetch(6, 'edge', 1)],
    expected: { opens: 1, clicks: 1 },
  },
  {
    name: 'Office checks that a link exists before Edge opens it',
    steps: [
      fetch(0, 'outlook', 'pixel'),
      head(5, 'office looks first', 1),
      fetch(5.2, 'office looks first', 1),
      fetch(5.6, 'edge', 1),
    ],
    expected: { opens: 1, clicks: 1, machine_clicks: 1 },
  },
  {
    name: 'iPhone without Mail Privacy Protection',
    steps: [fetch(0, 'iPhone mail', 'pixel')],
    expected: { opens: 1 },
  },
  {
    name: 'Mac without Mail Privacy Protection',
    steps: [fetch(0, 'mac mail', 'pixel')],
    expected: { opens: 1 },
  },
  {
    name: 'Android, opened twice within a second',
    steps: [fetch(0, 'android mail', 'pixel'), fetch(0.8, 'android mail', 'pixel')],
    expected: { opens: 2 },
  },
  {
    name: 'Thunderbird, and Firefox for a click',
    steps: [fetch(0, 'thunderbird', 'pixel'), fetch(20, 'firefox', 3)],
    expected: { opens: 1, clicks: 1 },
    links: { 3: 1 },
  },
  {
    name: 'a person clicks three links slowly',
    steps: [
      fetch(0, 'chrome', 'pixel'),
      fetch(8, 'chrome', 1),
      fetch(12, 'chrome', 2),
      fetch(19, 'chrome', 3),
    ],
    expected: { opens: 1, clicks: 3 },
    links: { 1: 1, 2: 1, 3: 1 },
  },
  {
    name: 'a person opens three links in tabs, one a second',
    steps: [
      fetch(0, 'chrome', 'pixel'),
      fetch(8, 'chrome', 1),
      fetch(9.1, 'chrome', 2),
      fetch(10.2, 'chrome', 3),
    ],
    expected: { opens: 1, clicks: 3 },
  },
  {
    name: 'a person opens two links at once',
    steps: [fetch(0, 'chrome', 'pixel'), fetch(8, 'chrome', 1), fetch(8.4, 'chrome', 2)],
    expected: { opens: 1, clicks: 2 },
  },
  {
    name: 'a person clicks one link three times quickly',
    steps: [
      fetch(0, 'chrome', 'pixel'),
      fetch(8, 'chrome', 4),
      fetch(8.3, 'chrome', 4),
      fetch(8.6, 'chrome', 4),
    ],
    expected: { opens: 1, clicks: 3 },
    links: { 4: 3 },
  },
  {
    name: 'a mail that was forwarded, opened in two networks',
    steps: [fetch(0, 'chrome', 'pixel'), fetch(5, 'thunderbird', 'pixel')],
    expected: { opens: 2 },
  },
  {
    name: 'a mail program that says nothing of itself',
    steps: [fetch(0, 'no agent', 'pixel')],
    expected: { opens: 1 },
  },
  {
    name: 'a short agent from a network that is not Apple’s',
    steps: [fetch(0, 'short agent elsewhere', 'pixel')],
    expected: { opens: 1 },
  },
  {
    name: 'images are off, and a link is clicked',
    steps: [fetch(0, 'chrome', 5)],
    expected: { opens: 1, clicks: 1 },
  },
  {
    name: 'a click through the private relay, with a browser’s agent',
    steps: [fetch(0, 'iPhone browser behind the private relay', 1)],
    expected: { opens: 1, clicks: 1 },
  },
  {
    name: 'a virus scanner of the computer asks first, and then the browser clicks',
    steps: [
      fetch(0, 'chrome', 'pixel'),
      head(5, 'virus scanner of the computer', 1),
      fetch(5.5, 'chrome', 1),
    ],
    expected: { opens: 1, clicks: 1 },
  },
  {
    name: 'five colleagues open at once behind one address',
    steps: [fetch(0, 'office, one address for all', 'pixel')],
    expected: { opens: 1 },
    mails: 5,
    apart: 1,
    domain: 'office.example',
  },
  {
    name: 'fifteen colleagues open one after the other behind one address',
    steps: [fetch(0, 'office, one address for all', 'pixel')],
    expected: { opens: 1 },
    mails: 15,
    apart: 4,
    domain: 'bureau.example',
  },
  {
    name: 'recipients of a mailbox provider click at once behind one mobile operator',
    steps: [fetch(0, 'mobile operator', 1)],
    expected: { opens: 1, clicks: 1 },
    mails: 12,
    apart: 0.2,
    domain: 'gmail.com',
  },
  // People and machines.
  {
    name: 'Apple prefetches, and the person clicks hours later',
    steps: [fetch(0, 'apple, IPv4', 'pixel', { machine_opens: 1 }), fetch(7200, 'iPhone browser', 2)],
    expected: { opens: 1, clicks: 1, machine_opens: 1 },
  },
  {
    name: 'a scanner checks at delivery, and the person reads ten minutes later',
    steps: [
      fetch(0, 'barracuda', 1),
      fetch(0.2, 'barracuda', 2),
      fetch(0.4, 'barracuda', 3, { machine_clicks: 3 }),
      fetch(600, 'outlook', 'pixel'),
      fetch(610, 'edge', 2),
    ],
    expected: { opens: 1, clicks: 1, machine_clicks: 3 },
    links: { 2: 1 },
    machineLinks: { 1: 1, 2: 1, 3: 1 },
  },
  {
    name: 'Gmail opens while a scanner is at work',
    steps: [fetch(0, 'defender', 'hidden'), fetch(0.5, 'gmail', 'pixel'), fetch(1, 'defender', 'pixel')],
    expected: { opens: 1, machine_opens: 1 },
  },
  {
    name: 'a person reads, and pastes a link into Slack',
    steps: [fetch(0, 'chrome', 'pixel'), fetch(30, 'chrome', 1), fetch(60, 'slack', 1)],
    expected: { opens: 1, clicks: 1, machine_clicks: 1 },
    links: { 1: 1 },
    machineLinks: { 1: 1 },
  },
  {
    name: 'the browser loads a link before the person clicks it',
    steps: [
      fetch(0, 'chrome', 'pixel'),
      fetch(4, 'chrome that loads before it is asked', 1),
      fetch(20, 'chrome', 1),
    ],
    expected: { opens: 1, clicks: 1, machine_clicks: 1 },
  },
  // Machines.
  {
    name: 'Apple prefetches from a relay, IPv4',
    steps: [fetch(0, 'apple, IPv4', 'pixel')],
    expected: { machine_opens: 1 },
  },
  {
    name: 'Apple prefetches from a relay, IPv6',
    steps: [fetch(0, 'apple, IPv6', 'pixel')],
    expected: { machine_opens: 1 },
  },
  {
    name: 'Apple prefetches from its own network, twice',
    steps: [fetch(0, 'apple, its own network', 'pixel'), fetch(3 * DAY, 'apple, its own network', 'pixel')],
    expected: { machine_opens: 2 },
  },
  {
    name: 'Barracuda follows all links within a second, each stored before the next',
    steps: [
      fetch(0, 'barracuda', 1, { opens: 1, clicks: 1 }),
      fetch(0.3, 'barracuda', 2, { opens: 1, clicks: 2 }),
      fetch(0.5, 'barracuda', 3, { machine_clicks: 3 }),
      fetch(0.7, 'barracuda', 4),
    ],
    expected: { machine_clicks: 4 },
    machineLinks: { 1: 1, 2: 1, 3: 1, 4: 1 },
  },
  {
    name: 'Barracuda by its name, one link only',
    steps: [fetch(0, 'barracuda by name', 3)],
    expected: { machine_clicks: 1 },
  },
  {
    name: 'Proofpoint asks by HEAD, and then by GET',
    steps: [head(0, 'proofpoint', 1), fetch(1.5, 'proofpoint', 1)],
    expected: { machine_clicks: 1 },
  },
  {
    name: 'Mimecast loads the images first, and follows the links three seconds later',
    steps: [
      fetch(0, 'mimecast', 'pixel', { opens: 1 }),
      fetch(3, 'mimecast', 1, { opens: 1, clicks: 1 }),
      fetch(3.1, 'mimecast', 2),
      fetch(3.2, 'mimecast', 5, { machine_opens: 1, machine_clicks: 3 }),
    ],
    expected: { machine_opens: 1, machine_clicks: 3 },
  },
  {
    name: 'Mimecast by its name',
    steps: [fetch(0, 'mimecast by name', 'pixel'), fetch(1, 'mimecast by name', 1)],
    expected: { machine_opens: 1, machine_clicks: 1 },
  },
  {
    name: 'Defender opens the mail in a browser, with three machines at once',
    steps: [
      fetch(0, 'defender', 'pixel'),
      fetch(0.4, 'defender, another machine', 1),
      fetch(0.6, 'defender, a third machine', 2),
      fetch(0.9, 'defender', 'hidden'),
    ],
    expected: { machine_opens: 1, machine_clicks: 2 },
  },
  {
    name: 'Defender follows links slowly, the hidden one among them',
    steps: [
      fetch(0, 'defender', 1, { opens: 1, clicks: 1 }),
      fetch(9, 'defender', 2, { opens: 1, clicks: 2 }),
      fetch(18, 'defender', 'hidden', { machine_clicks: 2 }),
      fetch(27, 'defender', 3),
    ],
    expected: { machine_clicks: 3 },
  },
  {
    name: 'Defender asks for the hidden link by HEAD',
    steps: [fetch(0, 'defender', 'pixel'), head(1, 'defender', 'hidden')],
    expected: { machine_opens: 1 },
  },
  { name: 'Cisco Secure Email by its name', steps: [fetch(0, 'cisco', 2)], expected: { machine_clicks: 1 } },
  {
    name: 'a gateway fetches for all recipients of a domain, one link each',
    steps: [fetch(0, 'gateway', 1)],
    expected: { machine_clicks: 1 },
    mails: 12,
    apart: 0.5,
    domain: 'guarded.example',
  },
  {
    name: 'a gateway with many addresses of one network of IPv6',
    steps: [fetch(0, 'gateway, IPv6', 'pixel')],
    expected: { machine_opens: 1 },
    mails: 11,
    apart: 0.8,
    domain: 'six.example',
  },
  { name: 'Slack shows a link', steps: [fetch(0, 'slack', 1)], expected: { machine_clicks: 1 } },
  {
    name: 'Slack shows an image',
    steps: [fetch(0, 'slack images', 'pixel')],
    expected: { machine_opens: 1 },
  },
  { name: 'Teams shows a link', steps: [fetch(0, 'teams', 1)], expected: { machine_clicks: 1 } },
  { name: 'WhatsApp shows a link', steps: [fetch(0, 'whatsapp', 1)], expected: { machine_clicks: 1 } },
  {
    name: 'iMessage shows a link',
    steps: [fetch(0, 'iMessage preview', 1)],
    expected: { machine_clicks: 1 },
  },
  { name: 'a search engine', steps: [fetch(0, 'googlebot', 1)], expected: { machine_clicks: 1 } },
  { name: 'curl', steps: [fetch(0, 'curl', 1)], expected: { machine_clicks: 1 } },
  {
    name: 'a script',
    steps: [fetch(0, 'python', 'pixel'), fetch(5, 'python', 1)],
    expected: { machine_opens: 1, machine_clicks: 1 },
  },
  {
    name: 'a browser without a window',
    steps: [fetch(0, 'chrome without a window', 'pixel'), fetch(3, 'chrome without a window', 2)],
    expected: { machine_opens: 1, machine_clicks: 1 },
  },
  {
    name: 'a link checker that asks by HEAD only',
    steps: [head(0, 'proofpoint', 1), head(0.1, 'proofpoint', 2), head(0.2, 'proofpoint', 'pixel')],
    expected: {},
  },
];
