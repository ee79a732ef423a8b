import { Readable } from 'node:stream'

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
