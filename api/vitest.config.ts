import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'api',
    environment: 'node',
    include: ['{src,fuzz}/**/*.test.ts'],
    // Real databases and password hashes on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    globalSetup: ['src/db/test-cluster.ts'],
  },
})
