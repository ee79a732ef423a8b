/** Returns whether the `Accept-Encoding` of a request allows brotli: a weight of 0 forbids it. `gzip, br;q=0.5` → true */
export function acceptsBrotli(header: string | string[] | undefined): boolean {
  return acceptsCoding(header, 'br')
}

export function acceptsCoding(header: string | string[] | undefined, wanted: 'br' | 'dcz'): boolean {
  for (const coding of String(header).toLowerCase().split(',')) {
    const [name, ...parameters] = coding.split(';').map((part) => part.trim())
    if (name !== wanted) continue
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    return weight === undefined || Number(weight) > 0
  }
  return false
}
