import { deviceWords } from '../../shared/devices.ts';

type DevicePatterns = readonly (readonly [pattern: RegExp, name: string])[];

/** The first match counts: Edge and Opera also name Chrome, and Chrome also names Safari. */
const BROWSERS: DevicePatterns = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/\S+ (?:Mobile\/\S+ )?Safari\//, 'Safari'],
];

/** Phones first: Android also names Linux, and an iPhone also names Mac OS X. */
const SYSTEMS: DevicePatterns = [
  [/\biPhone\b/, 'an iPhone'],
  [/\biPad\b/, 'an iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'a Mac'],
  [/\bLinux\b/, 'Linux'],
];

const MOST = 300;

/** A browser and its system in words, such as `Firefox on Windows`. A client can claim any. */
export function deviceOf(userAgent: string): string {
  const text = userAgent.slice(0, MOST);
  const named = (names: DevicePatterns): string | null =>
    names.find(([pattern]) => pattern.test(text))?.[1] ?? null;
  return deviceWords({ browser: named(BROWSERS), system: named(SYSTEMS) });
}
