import { defineConfig } from 'vitest/config'
import { browserTests } from './testing/browser-tests.ts'

// What runs in pages in a DOM, what builds and releases them without one.
const page = browserTests('shared')
const tools = ['build/**/*.test.ts', 'command/**/*.test.ts', 'release/**/*.test.ts']

export default defineConfig({
  test: {
    name: 'shared',
    projects: [
      { test: { ...page.test, exclude: [...tools, '**/node_modules/**'] } },
      { test: { name: 'release-tools', environment: 'node', include: tools, testTimeout: 60_000 } },
    ],
  },
})
