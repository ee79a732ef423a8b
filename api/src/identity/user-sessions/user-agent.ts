type Rule = readonly [name: string, sign: RegExp]

/** The first match counts, since most browsers also name Chrome and Safari. */
const browsers: readonly Rule[] = [
  ['Яндекс Браузер', /YaBrowser\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Opera', /OPR\/|Opera/],
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Safari\//],
]

const devices: readonly Rule[] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['Mac', /Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
]

/** Returns the usual names of browser and device, or null if the header does not name them. */
export function describeUserAgent(userAgent: string): { browser: string | null; device: string | null } {
  const first = (rules: readonly Rule[]) => rules.find(([, sign]) => sign.test(userAgent))?.[0] ?? null
  return { browser: first(browsers), device: first(devices) }
}
