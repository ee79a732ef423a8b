import { defineConfig } from 'vitest/config'

const node = { environment: 'node', testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } }

export default defineConfig({
  test: {
    name: 'platform',
    projects: [
      // One process for all its files: to load the bundler and the releases for each takes longer than most tests.
      { test: { ...node, name: 'releases', include: ['{bundler,floor-check,releases}/**/*.test.ts'], isolate: false } },
      {
        test: {
          ...node,
          name: 'portal-server',
          include: ['{dev,rendering,server,start}/**/*.test.ts'],
          isolate: false,
        },
      },
    ],
  },
})
