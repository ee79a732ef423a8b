type Rule = readonly [name: string, sign: RegExp]

/** The first that fits: most browsers claim to be Chrome and Safari too. */
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

/** What a person calls the browser and the device; null where the header does not tell. */
export function describeUserAgent(userAgent: string): { browser: string | null; device: string | null } {
  const first = (rules: readonly Rule[]) => rules.find(([, sign]) => sign.test(userAgent))?.[0] ?? null
  return { browser: first(browsers), device: first(devices) }
}
