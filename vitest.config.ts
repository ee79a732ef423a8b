import { basename } from 'node:path'
import { defineConfig } from 'vitest/config'

/** A package whose tests need nothing but Node. */
const plainPackage = (root: string) => ({
  test: { name: basename(root), root, isolate: false, testTimeout: 120_000, hookTimeout: 120_000 },
})

export default defineConfig({
  test: {
    projects: [
      ...['shared/contracts', 'api/admin', 'api/command', 'api/s3', 'e2e/kit'].map(plainPackage),
      ...['shared', 'platform', 'shell', 'mfe-*', 'api', '.ci'],
    ],
  },
})
