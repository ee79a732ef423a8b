import { createHash } from 'node:crypto'

/** `sha256-…`, as HTML writes the integrity of a file. */
export function integrityOf(content: string | Buffer): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`
}
