import { type Html, html } from '../../../common/domain/html.ts';
import { packageNames } from './client-files.ts';
import { type ClientLanguage, inLanguages } from './languages.ts';
import { marked } from './text.ts';

interface QuickstartStep {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly shown: Readonly<Record<ClientLanguage, string>>;
}

const [API, SERVICE, WHEEL] = ['{api}', '{service}', '{wheel}'];

const curl = (path: string, inputs: readonly string[] = [], headers: readonly string[] = []): string =>
  [
    inputs.length > 0 ? `curl -X POST '${API}${path}'` : `curl '${API}${path}'`,
    '-H "PublicKey: $PUBLIC_KEY"',
    '-H "SecretKey: $SECRET_KEY"',
    ...headers,
    ...inputs.map((input) => `--data-urlencode '${input}'`),
  ].join(' \\\n  ');

const STEPS: readonly QuickstartStep[] = [
  {
    id: 'client',
    title: 'Get keys and a client',
    text:
      'Create a pair of keys in the [console](/console/settings/access), and keep the secret key on your server. curl needs nothing else; ' +
      'the clients for [TypeScript](/docs/client/typescript.tgz) (Node 20 and later) and [Python](/docs/client/python.whl) (3.9 and later) ' +
      'are packages, which npm and pip install as below. In these examples, the keys are in the environment.',
    shown: {
      curl: `export PUBLIC_KEY='…' SECRET_KEY='…'\n\n${curl('/quotas')}`,
      typescript: `// npm install ${SERVICE}/docs/client/typescript.tgz
import { createClient } from '@mailing-service/client';

const client = createClient({
  url: '${SERVICE}',
  publicKey: process.env.PUBLIC_KEY!,
  secretKey: process.env.SECRET_KEY!,
});`,
      python: `# pip install ${SERVICE}/docs/client/${WHEEL}
import os

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
    title: 'Add a contact',
    text:
      'Contacts belong to a contact type. A call that creates a record answers its `id` (here 3), which later calls use. To add many contacts, use a ' +
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
    title: 'Create a sender',
    text:
      'A sender has an e-mail address and a postal address, which each mail shows. Open the link in the mail to that address to verify it. An ' +
      'unsubscribe group is a list that recipients can opt out of.',
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
      'Template 2 is built in ([all templates](#templateList)). `contacts_3` is the contact type 3. With `schedule_type` 0 the mails are sent at once; ' +
      'the send waits until the sender is verified. The key makes it safe to repeat the call if no answer arrived: [one key for each ' +
      'change](#sending-a-call-again).',
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
    title: 'Read the results and the errors',
    text:
      'The list of sends has their figures; [another list](#singleSendDeliveryList) has the result for each recipient. The clients throw an exception for any answer ' +
      'but a success, with its status and errors: see [Errors](#errors).',
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

function placed(shown: QuickstartStep['shown'], url: string): QuickstartStep['shown'] {
  const service = url.replace(/\/api$/, '');
  const place = (text: string): string =>
    text
      .replaceAll(API, () => url)
      .replaceAll(SERVICE, () => service)
      .replaceAll(WHEEL, () => packageNames()['python.whl']);
  return { curl: place(shown.curl), typescript: place(shown.typescript), python: place(shown.python) };
}

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
