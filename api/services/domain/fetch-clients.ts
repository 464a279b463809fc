import type { FetchClient } from '../../../common/domain/fetches.ts';

export interface Request {
  readonly userAgent: string;
  /** The header `Sec-Purpose` and its predecessors. */
  readonly purpose: string;
  readonly isPrefetchNetwork: () => boolean;
}

/** Characters of a user agent that are read: programs name themselves in the first 300. */
export const MOST_AGENT = 300;

/** Proxies that fetch an image when a person opens the mail, and hide that person's address. */
const PROXIES = /GoogleImageProxy|YahooMailProxy/;

/** The whole user agent of Apple's Mail Privacy Protection; browsers send more. */
const APPLE = 'Mozilla/5.0';

/** Browsers that load a page in advance (Fetch standard, `Sec-Purpose`), and mail programs that do the same. */
const PREFETCH = /\b(?:prefetch|prerender|preview)\b/i;

/** Programs by their names, which no browser or mail program has. Robots often send an address (`+https://`) and `bot/2.1`. */
const ROBOTS = new RegExp(
  [
    'Slack-ImgProxy|Slackbot|facebookexternalhit|facebookcatalog|meta-externalagent|LinkedInBot|Twitterbot|TelegramBot|Discordbot',
    'WhatsApp/|SkypeUriPreview|Microsoft Teams Link|Iframely|Embedly|Viber/|redditbot|vkShare|Mastodon/',
    'Microsoft Office (?:Existence|Protocol) Discovery',
    'BingPreview|Mediapartners-Google|Google-Safety|Google-InspectionTool|GoogleOther|AdsBot|FeedFetcher|Yahoo! Slurp|Baiduspider|DuckDuckBot',
    'Barracuda|Mimecast|Proofpoint|urldefense|CiscoSecureEmail|IronPort|\\bTMES\\b|TrendMicro|FortiGuard|FireEye|Trellix|Zscaler|Forcepoint',
    'Symantec|MessageLabs|VirusTotal|urlscan|Netcraft|PhishTank|SafeBrowsing|CensysInspect|zgrab|Nessus|Nmap|Expanse',
    'HeadlessChrome|PhantomJS|Puppeteer|Playwright|Selenium',
    '\\b(?:curl|Wget|HTTPie|python-requests|python-httpx|Python-urllib|aiohttp|Scrapy|Go-http-client|Apache-HttpClient|Java|libwww-perl)/',
    '\\b(?:GuzzleHttp|axios|node-fetch|got|undici|PostmanRuntime|Insomnia|WindowsPowerShell|Faraday|LWP::Simple|Ruby|PHP|reqwest)\\b/?',
    '\\+https?://|bot/\\d|\\b(?:crawler|spider|scanner|link-?check(?:er)?|validator)\\b',
  ].join('|'),
  'i',
);

/** The kind of a client, as it describes itself. This never proves a person: bursts and hidden links show machines (`fetch-labels.ts`). */
export function clientOf({ userAgent, purpose, isPrefetchNetwork }: Request): FetchClient {
  const agent = userAgent.slice(0, MOST_AGENT);
  if (PROXIES.test(agent)) return 'proxy';
  if (agent === APPLE && isPrefetchNetwork()) return 'prefetcher';
  if (PREFETCH.test(purpose)) return 'prefetcher';
  return ROBOTS.test(agent) ? 'robot' : 'reader';
}
