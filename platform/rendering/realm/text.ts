import type { Host } from './host.ts'

/** The first byte of a character with so many bytes. */
const FIRST_BYTE = [0, 0, 0xc0, 0xe0, 0xf0]

function byteCount(code: number): number {
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}

function byteLength(value: unknown): number {
  const text = `${value}`.toWellFormed()
  let bytes = 0
  for (let index = 0; index < text.length; index += 1) {
    const count = byteCount(text.codePointAt(index) as number)
    if (count === 4) index += 1
    bytes += count
  }
  return bytes
}

/** React writes each piece of a page with it. A call of the process for each would take longer. */
class TextEncoder {
  readonly encoding = 'utf-8'

  encode(text: unknown = ''): Uint8Array {
    const bytes = new Uint8Array(byteLength(text))
    this.encodeInto(text, bytes)
    return bytes
  }

  /** Writes as many whole characters as there is space for. */
  encodeInto(value: unknown, target: Uint8Array): { read: number; written: number } {
    const text = `${value}`.toWellFormed()
    let read = 0
    let written = 0
    while (read < text.length) {
      let rest = text.codePointAt(read) as number
      const count = byteCount(rest)
      if (written + count > target.length) break
      for (let index = written + count - 1; index > written; index -= 1) {
        target[index] = 0x80 | (rest & 0x3f)
        rest >>= 6
      }
      target[written] = (FIRST_BYTE[count] as number) | rest
      written += count
      read += count === 4 ? 2 : 1
    }
    return { read, written }
  }
}

export function createTexts(host: Host): Record<string, unknown> {
  class TextDecoder {
    readonly encoding = 'utf-8'

    decode(bytes = new Uint8Array()): string {
      return host.decode(bytes)
    }
  }
  return {
    ...{ TextDecoder, TextEncoder },
    // React counts the bytes of each piece of a page with it.
    Buffer: { byteLength },
    atob: (text: unknown) => host.atob(`${text}`),
    btoa: (text: unknown) => host.btoa(`${text}`),
  }
}
