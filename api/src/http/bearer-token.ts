import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** A page cannot send such a header to another site without asking first. Other schemes may belong to a proxy. */
export function hasToken({ headers }: { headers: IncomingHttpHeaders }): boolean {
  return headers.authorization?.startsWith('Bearer') ?? false
}

/** `Authorization: Bearer …` */
export function showsToken({ headers }: { headers: IncomingHttpHeaders }, token: string): boolean {
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))
}

/** Hashes both to one length, so that the time of the comparison reveals nothing about the token. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
