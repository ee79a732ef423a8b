import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'contracts', root: 'shared/contracts', isolate: false, testTimeout: 120_000 } },
      ...['shared', 'shell', 'mfe-*', 'api', '.ci'],
    ],
  },
})
