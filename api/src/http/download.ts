import { Readable } from 'node:stream'

/** A download with a name of any letters (RFC 6266), and an ASCII name for clients that read only ASCII. */
export function contentDisposition(name: string, asciiName: string): string {
  // Escapes the characters that encodeURIComponent leaves and RFC 5987 does not allow.
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${asciiName}"; filename*=UTF-8''${encoded}`
}

/**
 * Returns a stream of pieces after it has the first one, so that a failure at the beginning becomes a problem. A later
 * failure destroys the connection: the client sees that the response is incomplete. @throws what the first piece threw
 */
export async function streamFrom(pieces: AsyncGenerator<string>): Promise<Readable> {
  const first = await pieces.next()
  return Readable.from(rest())

  async function* rest() {
    if (!first.done) yield first.value
    yield* pieces
  }
}
