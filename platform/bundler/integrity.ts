import { createHash } from 'node:crypto'

/** Returns `sha256-…`, the integrity of a file as in HTML. */
export function integrityOf(content: string | Buffer): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`
}
