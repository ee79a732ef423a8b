import { defineConfig } from 'vitest/config'
import { browserTests } from './testing/browser-tests.ts'

// What runs in pages in a DOM, what builds and releases them without one.
const tools = ['build/**/*.test.ts', 'release/**/*.test.ts']

export default defineConfig({
  test: {
    name: 'shared',
    projects: [
      ...(browserTests('shared', { exclude: [...tools, 'contracts/**'] }).test?.projects ?? []),
      {
        test: {
          name: 'release-tools',
          environment: 'node',
          isolate: false,
          include: tools,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
