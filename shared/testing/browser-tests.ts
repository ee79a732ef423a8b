import { fileURLToPath } from 'node:url'
import { defineConfig, type ViteUserConfig } from 'vitest/config'

/** The Vitest configuration of a package whose code runs in the browser. */
export function browserTests(name: string): ViteUserConfig {
  return defineConfig({
    test: {
      name,
      environment: 'happy-dom',
      include: ['**/*.test.{ts,tsx}'],
      setupFiles: [fileURLToPath(new URL('browser-setup.ts', import.meta.url))],
    },
  })
}
