import type { Answer, Api } from './api.ts';

/** A browser without JavaScript, as far as forms need it: it keeps cookies, sends its origin, and follows redirects. */
export interface Visit {
  /** `text` is the page's HTML; `path` is the page's address after redirects. */
  open(path: string): Promise<Page>;
  /** Submits the form with this action on the current page, including its hidden fields. */
  submit(action: string, fields?: Readonly<Record<string, string>>): Promise<Page>;
  /** Makes a request with the cookies. */
  request(path: string, init?: RequestInit): Promise<Answer>;
  page: Page;
  cookies: Map<string, string>;
}

export interface Page {
  status: number;
  path: string;
  text: string;
  headers: Headers;
}

/** Pages of the console that lead a browser without JavaScript to the page of the account, whose path tests know as `/account`. */
const CONSOLE = /^\/console(?:\/settings\/account)?$/;
const PLAIN = '/account?plain';

const decode = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&');

export function visit(api: Api, origin = api.url): Visit {
  const cookies = new Map<string, string>();

  async function request(path: string, init: RequestInit = {}): Promise<Answer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await api.request(path, {
      ...init,
      headers: { ...(cookie !== '' && { Cookie: cookie }), ...(init.headers as Record<string, string>) },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  }

  async function load(asked: string, init?: RequestInit): Promise<Page> {
    const answer = await request(asked, init);
    const to = answer.headers.get('location');
    if (answer.status === 303 && to) return load(CONSOLE.test(to) ? PLAIN : to);
    const path = asked === PLAIN ? '/account' : asked;
    self.page = { status: answer.status, path, text: String(answer.body), headers: answer.headers };
    return self.page;
  }

  const self: Visit = {
    cookies,
    page: { status: 0, path: '', text: '', headers: new Headers() },
    request,
    open: (path) => load(path),
    submit(action, fields = {}) {
      const form = self.page.text
        .split('<form')
        .slice(1)
        .map((text) => text.split('</form>')[0]!)
        .find(
          (text) =>
            text.includes(`action="${action}"`) &&
            (fields['key'] === undefined || text.includes(fields['key'])),
        );
      if (form === undefined) throw new Error(`no form ${action} on ${self.page.path}:\n${self.page.text}`);
      const hidden = [...form.matchAll(/<input type="hidden" name="([^"]*)"[^>]*? value="([^"]*)"/g)];
      const body = new URLSearchParams(hidden.map(([, name, value]) => [name!, decode(value!)]));
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      return load(action, { method: 'POST', body, headers: { Origin: origin } });
    },
  };
  return self;
}
