import type { CsvEncoding } from './csv-encoding.ts';
import { strangeShare } from './strange-letters.ts';
import { likelihood, WIDE_ENCODINGS } from './wide-encodings.ts';

/** The detector's names, in lower case, of encodings that files are read in. Some are parts of ours, such as ISO-8859-1. */
const BY_NAME: Readonly<Record<string, CsvEncoding>> = Object.freeze({
  'windows-1250': 'windows-1250',
  'windows-1251': 'windows-1251',
  'windows-1252': 'windows-1252',
  'iso-8859-1': 'windows-1252',
  'windows-1253': 'windows-1253',
  'windows-1254': 'windows-1254',
  'iso-8859-9': 'windows-1254',
  'windows-1255': 'windows-1255',
  'iso-8859-8': 'windows-1255',
  'windows-1256': 'windows-1256',
  'windows-1257': 'windows-1257',
  'iso-8859-2': 'iso-8859-2',
  'iso8859-15': 'iso-8859-15',
  'koi8-r': 'koi8-r',
  'koi8-u': 'koi8-u',
  macroman: 'macintosh',
  cp932: 'shift_jis',
  shift_jis: 'shift_jis',
  'euc-jp': 'euc-jp',
  gb18030: 'gb18030',
  big5: 'big5',
  cp949: 'euc-kr',
  'euc-kr': 'euc-kr',
});

/** With fewer bytes beyond ASCII, one that Windows-1252 does not have is more likely a fault, too. */
const FEW = 3;
/** Of the best result: few letters often fit another Windows code page slightly better than the commonest one. */
const ALMOST = 0.75;
/** Below it, a byte that Windows-1252 does not have is more likely a fault than a sign of another encoding. */
const FAINT = 0.025;
/** Of the best result: the letters of a less likely encoding are not compared. */
const NEAR = 0.5;
/** With fewer strange letters a text is one language, so that it is in that encoding. Foreign names are a few. */
const STRANGE = 0.03;

/** A detector of encodings: what it names, the likeliest first. */
export type Detector = (
  sample: Uint8Array,
) => Promise<readonly { readonly encoding: string | null; readonly confidence: number }[]>;

/** The likely encoding of bytes that are no UTF-8. */
export async function guessEncoding(sample: Uint8Array, detect: Detector): Promise<CsvEncoding> {
  const named = (await detect(sample)).flatMap(({ encoding, confidence }) => {
    const name = encoding?.toLowerCase() ?? '';
    const ours = BY_NAME[name];
    return ours ? [{ name, encoding: ours, confidence }] : [];
  });
  const [first] = named;
  if (!first) return COMMON;
  if (likelihood(sample, first.encoding) !== null) return likeliest(sample, named);
  const fitting = named.filter(
    ({ encoding, confidence }) =>
      confidence >= NEAR * first.confidence &&
      !WIDE_ENCODINGS.has(encoding) &&
      strangeShare(sample, encoding) < STRANGE,
  );
  const found = fitting.length > 0 ? fitting : named;
  const best = found[0]!;
  const common = found.find(({ name }) => name === COMMON);
  const isCommon = common
    ? common.confidence >= ALMOST * best.confidence && best.encoding.startsWith('windows')
    : best.confidence < FAINT &&
      (found === named || sample.filter((byte) => byte >= 0x80).length < FEW) &&
      !WIDE_ENCODINGS.has(best.encoding);
  return isCommon ? COMMON : best.encoding;
}

const COMMON = 'windows-1252';

/** Of the East Asian encodings with the same form. */
function likeliest(
  sample: Uint8Array,
  found: readonly { readonly encoding: CsvEncoding; readonly confidence: number }[],
): CsvEncoding {
  const [best] = found
    .flatMap(({ encoding, confidence }) => {
      const likely = likelihood(sample, encoding);
      return likely === null ? [] : [{ encoding, score: likely + Math.log(confidence) }];
    })
    .toSorted((one, other) => other.score - one.score);
  return best!.encoding;
}
