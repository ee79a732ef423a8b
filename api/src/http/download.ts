import { Readable } from 'node:stream'

/** The header of a download, with a name in any script (RFC 6266) and an ASCII name for old clients. */
export function contentDisposition(name: string, asciiName: string): string {
  // Escapes the characters that encodeURIComponent leaves and RFC 5987 does not allow.
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${asciiName}"; filename*=UTF-8''${encoded}`
}

/**
 * Returns a stream of the pieces. It waits for the first one, so that an early failure gets a normal error response. A
 * later failure closes the connection, so that the client sees that the file is incomplete.
 * @throws the error of the first piece
 */
export async function streamFrom(pieces: AsyncGenerator<string>): Promise<Readable> {
  const first = await pieces.next()
  return Readable.from(rest())

  async function* rest() {
    if (!first.done) yield first.value
    yield* pieces
  }
}
