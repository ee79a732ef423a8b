/** Times that webpack's limit of 5 s may pass: a minute, on a line that brings some kB a second. */
const MAX_ATTEMPTS = 12

/**
 * Imports a part of the shell, which has no release to fall back to, on a slow line too: webpack abandons a script after
 * 5 s, but the browser continues its download, which the next attempt finds.
 * @throws the ChunkLoadError of webpack after a minute, and at once when the file cannot be had
 */
export async function slowImport<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await load()
    } catch (error) {
      const timedOut = error instanceof Error && 'type' in error && error.type === 'timeout'
      if (!timedOut || attempt === MAX_ATTEMPTS) throw error
    }
  }
}
