import { MAIL_FONTS } from '../../../shared/mail-fonts.ts';
import { type BrandLook, inkOn, luminanceOf } from './brand-look.ts';
import { logoRow } from './designs.ts';

/** Hue in sixths of the circle, saturation (HSL) and chroma from 0 to 1. */
interface Tone {
  readonly hue: number;
  readonly saturation: number;
  readonly chroma: number;
}

function toneOf(colour: string): Tone {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255,
  );
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const chroma = most - least;
  if (chroma === 0) return { hue: 0, saturation: 0, chroma };
  const saturation = chroma / (1 - Math.abs(most + least - 1));
  if (most === red) return { hue: ((green - blue) / chroma + 6) % 6, saturation, chroma };
  return { hue: most === green ? (blue - red) / chroma + 2 : (red - green) / chroma + 4, saturation, chroma };
}

/** `#rrggbb` of a tone with a lightness (HSL). */
function colourOf({ hue, saturation }: Pick<Tone, 'hue' | 'saturation'>, lightness: number): string {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const parts = [0, 8, 4].map((shift) => {
    const at = (shift + hue * 2) % 12;
    return lightness - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1));
  });
  return `#${parts
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** Halvings of the lightness; eight would be enough for 256 values. */
const HALVINGS = 12;

/** The colour of a tone that is as bright as asked. */
function asBright(tone: Pick<Tone, 'hue' | 'saturation'>, luminance: number): string {
  let [dark, bright] = [0, 1];
  for (let at = 0; at < HALVINGS; at += 1) {
    const middle = (dark + bright) / 2;
    if (luminanceOf(colourOf(tone, middle)) < luminance) dark = middle;
    else bright = middle;
  }
  return colourOf(tone, bright);
}

/** Colours below this chroma are greys and tints of paper. */
const FAINT = 0.25;
/** Sixths of the circle up to which two hues are one colour. */
const NEAR = 0.75;

const apart = (one: number, other: number): number => {
  const distance = Math.abs(one - other);
  return Math.min(distance, 6 - distance);
};

/** The brand's shade for each colour of a design, as bright as that, so that all contrasts stay. */
function shadesOf(accent: string, [first, second = first]: readonly [string, ...string[]]) {
  const from = toneOf(accent);
  return (colour: string): string => {
    const own = toneOf(colour);
    const isAccent = own.chroma < FAINT || apart(own.hue, from.hue) < NEAR;
    const to = toneOf(isAccent ? first : second);
    const strength = to.saturation / (from.saturation || 1);
    // The tints of paper grow no stronger.
    const factor = own.chroma < FAINT ? Math.min(1, strength) : strength;
    return asBright({ hue: to.hue, saturation: Math.min(1, own.saturation * factor) }, luminanceOf(colour));
  };
}

/** `#rrggbb`, but not a character such as `&#128640;`. */
const COLOUR = /(?<!&)#[\da-f]{6}\b/gi;
const BUTTON = /<mj-button background-color="(#[\da-f]{6})" color="#[\da-f]{6}"/i;
const LINK = /\.link \{ color: (#[\da-f]{6})/i;

function inColours(mjml: string, colours: readonly string[]): string {
  const accent = (BUTTON.exec(mjml) ?? LINK.exec(mjml))?.[1];
  const [first, ...others] = colours;
  if (!accent || !first) return mjml;
  const shadeOf = shadesOf(accent, [first, ...others]);
  const isSameInk = inkOn(first) === inkOn(accent);
  const contrast = (colour: string): number => Math.abs(luminanceOf(colour) - luminanceOf(inkOn(colour)));
  // As legible as the design's own accent, the colour itself takes its place.
  const isLegible = isSameInk && contrast(first) >= contrast(accent);
  const made = mjml.replaceAll(COLOUR, (colour) =>
    isLegible && colour.toLowerCase() === accent.toLowerCase() ? first : shadeOf(colour),
  );
  if (!isSameInk) return made;
  return made.replace(BUTTON, `<mj-button background-color="${first}" color="${inkOn(first)}"`);
}

function inFonts(mjml: string, { heading_font: heading, text_font: text }: BrandLook): string {
  const withText = text
    ? mjml.replaceAll(/(<mj-(?:all|class)\b[^>]*? font-family=")[^"]*/g, `$1${MAIL_FONTS[text]}`)
    : mjml;
  return heading
    ? withText.replace('</mj-style>', `h1, h2, h3 { font-family: ${MAIL_FONTS[heading]}; }\n    </mj-style>`)
    : withText;
}

const PAPER = /<mj-body background-color="(#[\da-f]{6})"/i;

/** A built-in template in the colours and fonts of the brand, with its logo on top. */
export function brandedTemplate(mjml: string, brand: BrandLook): string {
  const made = inColours(inFonts(mjml, brand), brand.colours);
  const row = logoRow(brand, PAPER.exec(made)?.[1] ?? '#ffffff');
  return row === '' ? made : made.replace(/<mj-body css-class[^>]*>/, (body) => `${body}\n    ${row}`);
}
