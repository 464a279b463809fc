import { Button, CloseButton, ColorInput, Group, Input, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Brand, Media } from '../../../../client/src/index.ts';
import { MAIL_FONT_NAMES, MAIL_FONTS, type MailFont } from '../../../../shared/mail-fonts.ts';
import { SAVES } from '../../app/keys.ts';
import { notifications } from '../../app/notes.tsx';
import { OfferedDraftNote } from '../../app/offered-draft.tsx';
import { Unread, Waiting } from '../../app/page.tsx';
import { TEXT_MAX } from '../../app/typed-fields.tsx';
import { useForm } from '../../app/use-form.ts';
import { inkOn } from '../../data/brand-look.ts';
import { api } from '../../data/client.ts';
import { brand } from '../../data/lists.ts';
import { problemOf } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import { ChooseImage } from '../media/choose-image.tsx';
import { Thumbnail } from '../media/thumbnail.tsx';
import styles from './brand.module.css';
import { SettingsPage } from './settings-page.tsx';

const MOST_COLOURS = 8;
const COLOUR = /^#[0-9a-f]{6}$/i;
const FIRST_COLOUR = '#1f5fc4';

type Logo = Pick<Media, 'url' | 'width' | 'height'>;

/** The look of the account’s mails. */
export function BrandPage() {
  const found = useQuery(brand);
  return (
    <SettingsPage>
      {found.isPending && <Waiting rows={6} />}
      {found.isError && <Unread error={found.error} retry={() => void found.refetch()} />}
      {found.data && <BrandForm found={found.data} />}
    </SettingsPage>
  );
}

interface BrandDraft extends Pick<Brand, 'name' | 'heading_font' | 'text_font'> {
  readonly colours: readonly string[];
  readonly logo: Logo | null;
  /** Null: unchanged. 0: none. */
  readonly logo_media_id: number | null;
}

function BrandForm({ found }: { found: Brand }) {
  const texts = useTexts();
  const { brandPage: own } = texts;
  const {
    values,
    put,
    kept,
    mutation: save,
  } = useForm<BrandDraft, unknown>({
    draft: 'brand',
    title: own.title,
    initial: {
      name: found.name,
      logo: found.logo,
      logo_media_id: null,
      colours: found.colours,
      heading_font: found.heading_font,
      text_font: found.text_font,
    },
    save: ({ name, colours, heading_font, text_font, logo_media_id }) =>
      api.brandUpdate({
        name,
        colours: [...colours],
        heading_font,
        text_font,
        ...(logo_media_id !== null && { logo_media_id }),
      }),
    async saved() {
      notifications.show({ message: own.saved });
      await queries.invalidateQueries({ queryKey: brand.queryKey });
    },
  });
  const { name, logo, colours, heading_font: headings, text_font: body } = values;
  return (
    <section className="card" aria-labelledby="brand">
      <h2 id="brand">{own.title}</h2>
      <p className="soft">{own.hint}</p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Stack mt="sm" maw="40rem">
          <OfferedDraftNote offer={kept.offer} isParted={kept.isParted} />
          <TextInput
            label={own.name}
            description={own.nameHint}
            maxLength={TEXT_MAX}
            value={name}
            onChange={({ currentTarget }) => put({ name: currentTarget.value })}
          />
          <LogoField logo={logo} choose={(image) => put({ logo: image, logo_media_id: image?.id ?? 0 })} />
          <ColourFields colours={colours} change={(next) => put({ colours: next })} />
          <Group align="start">
            <FontSelect
              label={own.headings}
              value={headings}
              choose={(heading_font) => put({ heading_font })}
            />
            <FontSelect label={own.body} value={body} choose={(text_font) => put({ text_font })} />
          </Group>
          <Example name={name} logo={logo} colours={colours} headings={headings} body={body} />
          {save.isError && <p role="alert">{problemOf(save.error, texts)}</p>}
          <Group>
            <Button
              type="submit"
              {...SAVES}
              loading={save.isPending}
              disabled={!colours.every((colour) => COLOUR.test(colour))}
            >
              {texts.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </section>
  );
}

function LogoField({ logo, choose }: { logo: Logo | null; choose: (image: Media | null) => void }) {
  const { brandPage: own } = useTexts();
  const [isChoosing, setChoosing] = useState(false);
  return (
    <div role="group" aria-label={own.logo}>
      <ChooseImage isOpen={isChoosing} close={() => setChoosing(false)} choose={choose} />
      <Input.Label labelElement="div">{own.logo}</Input.Label>
      <Input.Description mb="xs">{own.logoHint}</Input.Description>
      {logo && (
        <div className={styles.logo}>
          <Thumbnail image={logo} />
        </div>
      )}
      <Group>
        <Button variant="default" onClick={() => setChoosing(true)}>
          {logo ? own.otherLogo : own.chooseLogo}
        </Button>
        {logo && (
          <Button variant="default" onClick={() => choose(null)}>
            {own.removeLogo}
          </Button>
        )}
      </Group>
    </div>
  );
}

function ColourFields({
  colours,
  change,
}: {
  colours: readonly string[];
  change: (colours: readonly string[]) => void;
}) {
  const { brandPage: own } = useTexts();
  return (
    <div role="group" aria-label={own.colours}>
      <Input.Label labelElement="div">{own.colours}</Input.Label>
      <Input.Description mb="xs">{own.coloursHint}</Input.Description>
      <Stack gap="xs">
        {colours.map((colour, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- A colour changes while it is typed.
          <Group key={at} gap="xs">
            <ColorInput
              aria-label={own.colour(at + 1)}
              value={colour}
              error={!COLOUR.test(colour) && own.noColour}
              withEyeDropper={false}
              onChange={(next) => change(colours.map((one, index) => (index === at ? next : one)))}
            />
            <CloseButton
              aria-label={own.removeColour(at + 1)}
              onClick={() => change(colours.filter((_, index) => index !== at))}
            />
          </Group>
        ))}
      </Stack>
      {colours.length < MOST_COLOURS && (
        <Button variant="default" mt="xs" onClick={() => change([...colours, FIRST_COLOUR])}>
          {own.addColour}
        </Button>
      )}
    </div>
  );
}

function FontSelect({
  label,
  value,
  choose,
}: {
  label: string;
  value: MailFont | null;
  choose: (font: MailFont | null) => void;
}) {
  const { brandPage: own } = useTexts();
  return (
    <NativeSelect
      label={label}
      value={value ?? ''}
      onChange={({ currentTarget }) =>
        choose(MAIL_FONT_NAMES.find((font) => font === currentTarget.value) ?? null)
      }
      data={[{ value: '', label: own.anyFont }, ...MAIL_FONT_NAMES]}
    />
  );
}

interface ExampleProps {
  readonly name: string;
  readonly logo: Logo | null;
  readonly colours: readonly string[];
  readonly headings: MailFont | null;
  readonly body: MailFont | null;
}

/** How the parts look together. A mail has a white ground in both schemes. */
function Example({ name, logo, colours: [colour], headings, body }: ExampleProps) {
  const { brandPage: own, editor } = useTexts();
  const shown = colour !== undefined && COLOUR.test(colour) ? colour : FIRST_COLOUR;
  return (
    <div role="img" aria-label={own.example} className={styles.example}>
      {logo && <img src={new URL(logo.url).pathname} alt="" className={styles.small} />}
      <p className={styles.heading} style={{ fontFamily: headings ? MAIL_FONTS[headings] : undefined }}>
        {name || editor.begin.heading}
      </p>
      <p style={{ fontFamily: body ? MAIL_FONTS[body] : undefined }}>{editor.begin.text}</p>
      <span className={styles.button} style={{ background: shown, color: inkOn(shown) }}>
        {editor.begin.button}
      </span>
    </div>
  );
}
