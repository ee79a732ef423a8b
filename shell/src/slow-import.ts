/** How many times webpack's limit of 5 s may pass: together a minute, for a line that brings some kB a second. */
const MAX_ATTEMPTS = 12

/**
 * Imports a part of the shell on a slow line too, because the shell has no release to fall back to. Webpack abandons a
 * script after 5 s, but the browser continues the download, and the next attempt finds it.
 * @throws the ChunkLoadError of webpack after a minute, and immediately when the file cannot be loaded
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
