import { fileURLToPath } from 'node:url'
import { defineConfig, type ViteUserConfig } from 'vitest/config'

/** The Vitest configuration of a package whose code runs in the browser. */
export function browserTests(name: string): ViteUserConfig {
  return defineConfig({
    test: {
      name,
      environment: 'happy-dom',
      // Above what a test may wait for a late part.
      testTimeout: 15_000,
      include: ['**/*.test.{ts,tsx}'],
      setupFiles: [fileURLToPath(new URL('browser-setup.ts', import.meta.url))],
    },
  })
}
