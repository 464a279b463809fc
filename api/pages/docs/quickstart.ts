import { type Html, html } from '../../../common/domain/html.ts';
import { type ClientLanguage, inLanguages } from './languages.ts';
import { marked } from './text.ts';

interface QuickstartStep {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly shown: Readonly<Record<ClientLanguage, string>>;
}

/** The addresses of the API and of the service, in the texts below. */
const [API, SERVICE] = ['{api}', '{service}'];

const curl = (path: string, inputs: readonly string[] = [], headers: readonly string[] = []): string =>
  [
    inputs.length > 0 ? `curl -X POST '${API}${path}'` : `curl '${API}${path}'`,
    '-H "PublicKey: $PUBLIC_KEY"',
    '-H "SecretKey: $SECRET_KEY"',
    ...headers,
    ...inputs.map((input) => `--data-urlencode '${input}'`),
  ].join(' \\\n  ');

/** From nothing to a first send. Each step uses what the steps before it made. */
const STEPS: readonly QuickstartStep[] = [
  {
    id: 'client',
    title: 'Get keys and a client',
    text:
      'Make a pair of keys on the [account page](/account), and keep the secret one on your server. curl needs nothing else; ' +
      'the clients for [TypeScript](/docs/client/typescript.zip) (Node 20 and later) and [Python](/docs/client/python.zip) (3.9 and later) ' +
      'are archives with a README each. Here the keys are in the environment.',
    shown: {
      curl: `export PUBLIC_KEY='…' SECRET_KEY='…'\n\n${curl('/quotas')}`,
      typescript: `import { createClient } from '@mailing-service/client';

const client = createClient({
  url: '${SERVICE}',
  publicKey: process.env.PUBLIC_KEY!,
  secretKey: process.env.SECRET_KEY!,
});`,
      python: `import os

from mailing_service import Client

client = Client(
    "${SERVICE}",
    os.environ["PUBLIC_KEY"],
    os.environ["SECRET_KEY"],
)`,
    },
  },
  {
    id: 'contacts',
    title: 'Add a person to write to',
    text:
      'Contacts belong to a contact type. What makes a record answers its `id`, which the next calls name: here 3. Many contacts come by a ' +
      '[CSV file](#contactUploadCsv).',
    shown: {
      curl: `${curl('/contacts-type/add', ['name=Readers'])}\n\n${curl('/contacts/add', ['contact_type_id=3', 'email=ada@example.com', 'country=236'])}`,
      typescript: `const readers = await client.contactTypeAdd({ name: 'Readers' });
await client.contactAdd({
  contact_type_id: readers.id,
  email: 'ada@example.com',
  country: 236,
});`,
      python: `readers = client.contact_type_add(name="Readers")
client.contact_add(
    contact_type_id=readers["id"],
    email="ada@example.com",
    country=236,
)`,
    },
  },
  {
    id: 'sender',
    title: 'Say who writes',
    text:
      'A sender has an address and a postal address, which each mail shows. A mail goes to the address; open the link in it to verify it. An ' +
      'unsubscribe group is what recipients can opt out of.',
    shown: {
      curl: `${curl('/sender/save', ['from_name=The Gazette', 'from_email=editor@example.com', 'reply_to_email=letters@example.com', 'country_id=84', 'company_address=Invalidenstraße 43', 'nickname=gazette'])}\n\n${curl('/unsubscribes-groups/save', ['group_name=Monthly news', 'description=What we made this month', 'is_display=1'])}`,
      typescript: `const sender = await client.senderSave({
  from_name: 'The Gazette',
  from_email: 'editor@example.com',
  reply_to_email: 'letters@example.com',
  country_id: 84,
  company_address: 'Invalidenstraße 43',
  nickname: 'gazette',
});
const group = await client.unsubscribeGroupSave({
  group_name: 'Monthly news',
  description: 'What we made this month',
  is_display: true,
});`,
      python: `sender = client.sender_save(
    from_name="The Gazette",
    from_email="editor@example.com",
    reply_to_email="letters@example.com",
    country_id=84,
    company_address="Invalidenstraße 43",
    nickname="gazette",
)
group = client.unsubscribe_group_save(
    group_name="Monthly news",
    description="What we made this month",
    is_display=True,
)`,
    },
  },
  {
    id: 'send',
    title: 'Send',
    text:
      'Template 2 is built in ([all templates](#templateList)). `contacts_3` is the contact type 3. With `schedule_type` 0 the mails go at once; ' +
      'while the sender is not verified, the send waits for it. The key makes it safe to send the call again where no answer came: [one key for each ' +
      'thing to be done](#sending-a-call-again).',
    shown: {
      curl: curl(
        '/single/send/create',
        [
          'single_send_name=First letter',
          'subject=Hello ((first_name|there))',
          'preheader=What we made in May',
          'template_id=2',
          'sender_id=4',
          'unsubscribe_group_id=6',
          'recipient_id[0]=contacts_3',
          'schedule_type=0',
        ],
        ['-H "Idempotency-Key: first-letter"'],
      ),
      typescript: `const { utr } = await client.singleSendCreate(
  {
    single_send_name: 'First letter',
    subject: 'Hello ((first_name|there))',
    preheader: 'What we made in May',
    template_id: 2,
    sender_id: sender.id,
    unsubscribe_group_id: group.id,
    recipient_id: [\`contacts_\${readers.id}\`],
    schedule_type: 0,
  },
  { idempotencyKey: 'first-letter' },
);`,
      python: `send = client.single_send_create(
    single_send_name="First letter",
    subject="Hello ((first_name|there))",
    preheader="What we made in May",
    template_id=2,
    sender_id=sender["id"],
    unsubscribe_group_id=group["id"],
    recipient_id=[f"contacts_{readers['id']}"],
    schedule_type=0,
    idempotency_key="first-letter",
)`,
    },
  },
  {
    id: 'see',
    title: 'See what became of it, and what is wrong',
    text:
      'The list of sends has their figures; [who got it and who did not](#singleSendDeliveryList) is a list of its own. What is no success is an exception in the ' +
      'clients, with the status and the errors of the answer: see [Errors](#errors).',
    shown: {
      curl: curl('/single-send/list'),
      typescript: `import { ApiError } from '@mailing-service/client';

for (const send of await client.singleSendList()) {
  console.log(send.utr, send.status, send.delivered, send.unique_opens);
}

try {
  await client.contactTypeView({ contact_type_id: 4711 });
} catch (error) {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
  console.log(error.errors); // Record Not Found
}`,
      python: `from mailing_service import NotFound

for each in client.single_send_list():
    print(each["utr"], each["status"], each["delivered"], each["unique_opens"])

try:
    client.contact_type_view(contact_type_id=4711)
except NotFound as error:
    print(error.errors)  # Record Not Found`,
    },
  },
];

/** The examples for the service whose API has this URL. */
function placed(shown: QuickstartStep['shown'], url: string): QuickstartStep['shown'] {
  const service = url.replace(/\/api$/, '');
  const place = (text: string): string => text.replaceAll(API, () => url).replaceAll(SERVICE, () => service);
  return { curl: place(shown.curl), typescript: place(shown.typescript), python: place(shown.python) };
}

/** The first chapter. `url` is that of the API. */
export const quickstart = (url: string): Html => html`<section class="chapter quickstart" id="quickstart">
<h2><a class="anchor" href="#quickstart">Quickstart</a></h2>
<ol>
${STEPS.map(
  ({ id, title, text, shown }) => html`<li id="quickstart-${id}">
<div class="says"><h3>${title}</h3>
<p>${marked(text)}</p></div>
<div class="shows">${inLanguages(`quickstart-${id}`, title, placed(shown, url))}</div></li>
`,
)}</ol>
</section>
`;
