import { Readable } from 'node:stream'

/**
 * A stream of pieces whose first one is there already, so that what fails at the beginning is answered as a problem. A later
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
