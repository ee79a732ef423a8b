import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'api',
    environment: 'node',
    // One process for all files: to load the API for each costs a third of the run.
    isolate: false,
    include: ['{src,fuzz}/**/*.test.ts'],
    // Real databases and password hashes on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    globalSetup: ['src/db/test-cluster.ts'],
  },
})
