import { expect } from 'chai';
import { convertMergeTags, type MergeTool } from '../../../../../api/services/domain/merge-tags.ts';
import { dynamicContent } from '../../../../../common/data/reserved-fields.ts';

const KNOWN = [...dynamicContent(['shoe_size']), 'fullname'];
const UNSUBSCRIBE = '((unsubscribe_preferences))';

/** Tags as the tools document them, and what must come out; null: the tag stays and is named. */
const TAGS: Readonly<Record<MergeTool, Readonly<Record<string, string | null>>>> = {
  listmonk: {
    '{{ .Subscriber.Email }}': '((email))',
    '{{.Subscriber.FirstName}}': '((first_name))',
    '{{ .Subscriber.LastName }}': '((last_name))',
    '{{ .Subscriber.Name }}': '((fullname))',
    '{{ .Subscriber.Attribs.city }}': '((city))',
    '{{ .Subscriber.Attribs.shoe_size }}': '((shoe_size))',
    '{{ .Subscriber.Attribs.pet }}': null,
    '{{ default "you" .Subscriber.FirstName }}': '((first_name|you))',
    '{{ UnsubscribeURL }}': UNSUBSCRIBE,
    '{{ UnsubscribeURL . }}': UNSUBSCRIBE,
    '{{ ManageURL }}': UNSUBSCRIBE,
    '{{ TrackView }}': '',
    '{{ TrackLink "https://shop.example/a?b=1" . }}': 'https://shop.example/a?b=1',
    'https://shop.example/sale@TrackLink': 'https://shop.example/sale',
    '{{ MessageURL }}': null,
    '{{ template "content" . }}': null,
    '{{ if .Subscriber.FirstName }}': null,
  },
  mailchimp: {
    '*|FNAME|*': '((first_name))',
    '*|LNAME|*': '((last_name))',
    '*|EMAIL|*': '((email))',
    '*|TITLE:FNAME|*': '((first_name))',
    '*|SHOE_SIZE|*': '((shoe_size))',
    '*|UNSUB|*': UNSUBSCRIBE,
    '*|UPDATE_PROFILE|*': UNSUBSCRIBE,
    '*|LIST:ADDRESSLINE|*': '((sender_address))',
    '*|HTML:LIST_ADDRESS_HTML|*': '((sender_address))',
    '*|LIST:COMPANY|*': '((sender_name))',
    '*|MC_PREVIEW_TEXT|*': '',
    '*|ARCHIVE|*': null,
    '*|IF:FNAME|*': null,
    '*|END:IF|*': null,
  },
  sendgrid: {
    '{{first_name}}': '((first_name))',
    '{{ Last_Name }}': '((last_name))',
    '{{insert first_name "default=Customer"}}': '((first_name|Customer))',
    '{{{unsubscribe}}}': UNSUBSCRIBE,
    '{{{unsubscribe_preferences}}}': UNSUBSCRIBE,
    '<%asm_group_unsubscribe_raw_url%>': UNSUBSCRIBE,
    '[%first_name | friend%]': '((first_name|friend))',
    '[Unsubscribe]': UNSUBSCRIBE,
    '{{Sender_Name}}': '((sender_name))',
    '{{Sender_Address}}': '((sender_address))',
    '{{Sender_City}}': '',
    '{{#if vip}}': null,
    '[Weblink]': null,
  },
  brevo: {
    '{{ contact.FIRSTNAME }}': '((first_name))',
    '{{ contact.LASTNAME | default : "friend" }}': '((last_name|friend))',
    '{{ contact.VORNAME | default: &quot;Sie&quot; }}': '((first_name|Sie))',
    '{{ contact.EMAIL }}': '((email))',
    '{{ unsubscribe }}': UNSUBSCRIBE,
    '{{ update_profile }}': UNSUBSCRIBE,
    '[UNSUBSCRIBE]': UNSUBSCRIBE,
    '[DEFAULT_FROM_NAME]': '((sender_name))',
    '{{ mirror }}': null,
    '{{ params.order }}': null,
    '{% if contact.FIRSTNAME %}': null,
  },
  keila: {
    '{{ contact.first_name }}': '((first_name))',
    "{{ contact.last_name | default: 'friend' }}": '((last_name|friend))',
    '{{ contact.data.city }}': '((city))',
    '{{ contact.email }}': '((email))',
    '{{ unsubscribe_link }}': UNSUBSCRIBE,
    '{{ campaign.subject }}': null,
    '{% endif %}': null,
  },
  mautic: {
    '{contactfield=firstname}': '((first_name))',
    '{contactfield=firstname|friend}': '((first_name|friend))',
    '%7Bcontactfield=email%7D': '((email))',
    '{leadfield=lastname}': '((last_name))',
    '{unsubscribe_url}': UNSUBSCRIBE,
    '{unsubscribe_text}': `<a href="${UNSUBSCRIBE}">Unsubscribe</a>`,
    '{tracking_pixel}': '',
    '{webview_url}': null,
    '{contactfield=pet}': null,
    '{dynamiccontent="a"}': null,
  },
};

describe('merge tags of another tool', () => {
  for (const [tool, tags] of Object.entries(TAGS) as [MergeTool, Record<string, string | null>][]) {
    describe(tool, () => {
      for (const [tag, wanted] of Object.entries(tags))
        it(`${wanted === null ? 'stays, and is named' : `becomes ${wanted || 'nothing'}`}: ${tag}`, () => {
          expect(convertMergeTags(`<p>a ${tag} b ${tag}</p>`, tool, KNOWN)).to.deep.equal({
            text: `<p>a ${wanted ?? tag} b ${wanted ?? tag}</p>`,
            replaced: wanted === null ? [] : [{ from: tag, to: wanted, count: 2 }],
            unknown: wanted === null ? [{ tag, count: 2 }] : [],
          });
        });
    });
  }

  it('leaves other text as it is, styles and placeholders included', () => {
    const text = '<style>p{color:red}</style>((first_name|you)) 50% [a] {b} * | *';
    for (const tool of Object.keys(TAGS) as MergeTool[])
      expect(convertMergeTags(text, tool, KNOWN)).to.deep.equal({ text, replaced: [], unknown: [] });
  });

  it('leaves a tag whose fallback no placeholder can have', () => {
    expect(convertMergeTags('[%first_name | a (b%]', 'sendgrid', KNOWN).unknown).to.have.length(1);
  });

  it('takes linear time for hostile texts', () => {
    const times = (text: string): void => {
      for (const tool of Object.keys(TAGS) as MergeTool[]) convertMergeTags(text.repeat(20_000), tool, KNOWN);
    };
    for (const text of [
      '{{ ',
      '*|a',
      '{{ .a | default "',
      '[% a |',
      'https://a',
      '{contactfield=',
      '<% ',
      '{% ',
    ])
      times(text);
  });
});
