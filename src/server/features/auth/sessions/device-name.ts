/** The first match wins. Nearly every browser also claims to be an older one, so the claimed names come last. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera|OPiOS|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bDuckDuckGo\//, 'DuckDuckGo'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(\b|Headless)(Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

const maxUserAgentLength = 500;
const nameIn = (table: typeof browsers, text: string) => table.find(([pattern]) => pattern.test(text))?.[1];

/** Names a browser as its owner would: "Chrome no Android". */
export function deviceName(userAgent: string | null): string {
  const text = (userAgent ?? '').slice(0, maxUserAgentLength);
  const browser = nameIn(browsers, text) ?? 'Navegador desconhecido';
  const system = nameIn(systems, text);
  return system === undefined ? browser : `${browser} no ${system}`;
}
