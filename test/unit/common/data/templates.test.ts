import { expect } from 'chai';
import { compileTemplate } from '../../../../common/data/build/build-templates.ts';
import {
  BLANK_TEMPLATE_ID,
  builtInTemplates,
  findTemplate,
  type Template,
  templateImage,
} from '../../../../common/data/templates.ts';

const mjmlOf = ({ json_code }: Template): string => (JSON.parse(json_code) as { mjml: string }).mjml;
/** Gmail shows no more bytes than this ("message clipped"). */
const GMAIL_LIMIT = 102 * 1024;

describe('a built-in template', () => {
  it('follows the shape of the contract: the blank one, then ours', () => {
    expect(builtInTemplates().map(({ id, is_blank }) => [id, is_blank])).to.deep.equal([
      [1, 1],
      [2, 0],
      [3, 0],
      [4, 0],
      [5, 0],
      [6, 0],
      [7, 0],
    ]);
    for (const template of builtInTemplates()) {
      expect(Object.keys(template)).to.deep.equal([
        'id',
        'template_name',
        'preview_image',
        'json_code',
        'html_code',
        'is_blank',
        'created_at',
        'updated_at',
      ]);
      expect(template.updated_at).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    }
    expect(findTemplate(BLANK_TEMPLATE_ID)?.is_blank).to.equal(1);
    expect(findTemplate(0)).to.equal(null);
  });

  for (const template of builtInTemplates()) {
    it(`contains the HTML of its MJML: ${template.template_name}`, async () => {
      expect(await compileTemplate(mjmlOf(template))).to.equal(template.html_code);
      expect(template.html_code.length).to.be.below(GMAIL_LIMIT / 3);
    });

    it(`refers to a preview: ${template.template_name}`, () => {
      const image = templateImage(template.preview_image)!;
      expect(image.subarray(0, 8).toString('latin1')).to.equal('\x89PNG\r\n\x1a\n');
      expect([image.readUInt32BE(16), image.readUInt32BE(20)]).to.deep.equal([600, 760]);
      expect(image.length).to.be.below(100_000);
    });

    it(`loads nothing from other hosts: ${template.template_name}`, () => {
      expect(template.html_code).not.to.match(/<img|<link|<script|@import|url\(/i);
      expect(template.json_code).not.to.include('mj-include');
      expect(template.html_code).to.include('<html lang="en"');
    });
  }

  for (const { template_name, html_code } of builtInTemplates().filter(({ is_blank }) => !is_blank)) {
    it(`greets, names its sender, and links to unsubscribe: ${template_name}`, () => {
      const names = [...html_code.matchAll(/\(\(([^()]*)\)\)/g)].map(([, name]) => name);
      expect(new Set(names)).to.deep.equal(
        new Set(['first_name|there', 'sender_name', 'sender_address', 'unsubscribe_preferences']),
      );
      expect(html_code).to.include('href="((unsubscribe_preferences))"');
    });

    // They are sent unchanged when a send has no code of its own.
    it(`contains no sample data, such as links, prices, codes or dates: ${template_name}`, () => {
      const links = [...html_code.matchAll(/href="([^"]*)"/g)].map(([, link]) => link);
      expect(new Set(links)).to.deep.equal(new Set(['((unsubscribe_preferences))']));
      const text = html_code.replace(/<style[\s\S]*?<\/style>/g, '').replace(/<[^>]*>/g, ' ');
      expect(text).not.to.match(
        /example\.(?:com|org)|lorem|\d\s?%|\d[.,]\d\d\b|[A-Z]{5,}\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day|this week|today|deadline/i,
      );
    });

    it(`contains one main heading, a title and a dark mode: ${template_name}`, () => {
      expect(html_code.match(/<h1[ >]/g)).to.have.length(1);
      expect(html_code).to.match(/<title>.+<\/title>/);
      expect(html_code).to.include('prefers-color-scheme: dark');
      expect(html_code).not.to.match(/<table(?![^>]*role="presentation")/);
    });
  }
});

describe('templateImage', () => {
  it('serves the preview images and no other file', () => {
    for (const name of [
      '',
      'newsletter.mjml',
      '../../../common/templates.ts',
      '../templates/blank.png',
      'blank.png\0',
      '__proto__',
    ]) {
      expect(templateImage(name), name).to.equal(null);
    }
  });
});
