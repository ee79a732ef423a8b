/** Why the portal does not start. The message is printed without a stack. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure'
}

/** Other errors whose message is printed without a stack. */
const spoken = new Set([
  'StartFailure',
  'SettingsError',
  'DatabaseUnreachable',
  'EmbeddedError',
  'MigrationError',
  'RoleError',
])

/** Returns one line for an expected error, such as a full disk. Any other error is a bug and gets its stack. */
export function sayFailure(error: unknown): string {
  if (!(error instanceof Error)) return `The portal does not start: ${error}\n`
  if (spoken.has(error.name) || 'syscall' in error) return `The portal does not start: ${error.message}\n`
  return `The portal does not start, and this is a bug. ${error.stack}\n`
}
