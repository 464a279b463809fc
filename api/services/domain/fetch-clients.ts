import type { FetchClient } from '../../../common/domain/fetches.ts';

/** What is known of a request for a pixel or a link. */
export interface Request {
  readonly userAgent: string;
  /** The headers `Sec-Purpose` and those that came before it. */
  readonly purpose: string;
  /** Whether it comes from a network of a prefetching proxy. */
  readonly isPrefetchNetwork: () => boolean;
}

/** Characters of a user agent that are read: programs name themselves in the first 300. */
export const MOST_AGENT = 300;

/** Proxies that fetch an image when a person opens the mail, and hide that person's address. */
const PROXIES = /GoogleImageProxy|YahooMailProxy/;

/** All that Apple's Mail Privacy Protection says of itself. Every browser says more. */
const APPLE = 'Mozilla/5.0';

/** Browsers that load a page before a person asks for it (Fetch standard, `Sec-Purpose`), and mail programs that follow them. */
const PREFETCH = /\b(?:prefetch|prerender|preview)\b/i;

/**
 * Programs by the names that they give themselves: previews of links in chats, search engines, scanners of mails, and libraries and tools. No name
 * is part of a browser's or mail program's. A page about the program (`+https://`) and a version of a bot (`bot/2.1`) are customs of robots.
 */
const ROBOTS = new RegExp(
  [
    // Previews of links in chats and social networks.
    'Slack-ImgProxy|Slackbot|facebookexternalhit|facebookcatalog|meta-externalagent|LinkedInBot|Twitterbot|TelegramBot|Discordbot',
    'WhatsApp/|SkypeUriPreview|Microsoft Teams Link|Iframely|Embedly|Viber/|redditbot|vkShare|Mastodon/',
    // What Microsoft Office asks before it opens a link.
    'Microsoft Office (?:Existence|Protocol) Discovery',
    // Search engines and their kin.
    'BingPreview|Mediapartners-Google|Google-Safety|Google-InspectionTool|GoogleOther|AdsBot|FeedFetcher|Yahoo! Slurp|Baiduspider|DuckDuckBot',
    // Scanners of mails and addresses.
    'Barracuda|Mimecast|Proofpoint|urldefense|CiscoSecureEmail|IronPort|\\bTMES\\b|TrendMicro|FortiGuard|FireEye|Trellix|Zscaler|Forcepoint',
    'Symantec|MessageLabs|VirusTotal|urlscan|Netcraft|PhishTank|SafeBrowsing|CensysInspect|zgrab|Nessus|Nmap|Expanse',
    // Browsers without a window, libraries and tools.
    'HeadlessChrome|PhantomJS|Puppeteer|Playwright|Selenium',
    '\\b(?:curl|Wget|HTTPie|python-requests|python-httpx|Python-urllib|aiohttp|Scrapy|Go-http-client|Apache-HttpClient|Java|libwww-perl)/',
    '\\b(?:GuzzleHttp|axios|node-fetch|got|undici|PostmanRuntime|Insomnia|WindowsPowerShell|Faraday|LWP::Simple|Ruby|PHP|reqwest)\\b/?',
    // Customs.
    '\\+https?://|bot/\\d|\\b(?:crawler|spider|scanner|link-?check(?:er)?|validator)\\b',
  ].join('|'),
  'i',
);

/** What a visitor says of itself. Nothing it says proves that it is a person: bursts and hidden links tell (`fetch-labels.ts`). */
export function clientOf({ userAgent, purpose, isPrefetchNetwork }: Request): FetchClient {
  const agent = userAgent.slice(0, MOST_AGENT);
  if (PROXIES.test(agent)) return 'proxy';
  if (agent === APPLE && isPrefetchNetwork()) return 'prefetcher';
  if (PREFETCH.test(purpose)) return 'prefetcher';
  return ROBOTS.test(agent) ? 'robot' : 'reader';
}
