/**
 * Returns whether the `Accept-Encoding` of a request allows a coding: a weight of 0 forbids it.
 * `gzip, br;q=0.5` allows `br`
 */
export function acceptsCoding(header: string | string[] | undefined, coding: 'br' | 'dcz' | 'gzip'): boolean {
  for (const accepted of String(header).toLowerCase().split(',')) {
    const [name, ...parameters] = accepted.split(';').map((part) => part.trim())
    if (name !== coding) continue
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    return weight === undefined || Number(weight) > 0
  }
  return false
}
