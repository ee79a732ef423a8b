/** Why the portal does not start, said to whoever started it; it is printed without a stack. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure'
}

/** Errors whose message is meant for that person too. */
const spoken = new Set([
  'StartFailure',
  'SettingsError',
  'DatabaseUnreachable',
  'EmbeddedError',
  'MigrationError',
  'RoleError',
])

/** One line for what can be expected to go wrong, a full disk included; anything else is a bug and keeps its stack. */
export function sayFailure(error: unknown): string {
  if (!(error instanceof Error)) return `The portal does not start: ${error}\n`
  if (spoken.has(error.name) || 'syscall' in error) return `The portal does not start: ${error.message}\n`
  return `The portal does not start, and this is a bug. ${error.stack}\n`
}
