import { browserTests } from '@portal/shared/testing/browser-tests'
import { defineConfig } from 'vitest/config'

// The page's code in a DOM, the service worker without one.
export default defineConfig({
  test: {
    name: 'shell',
    projects: [
      // Its modules remember for the whole page: each file has one of its own.
      ...(browserTests('shell', { include: 'src/**/*.test.{ts,tsx}', isolate: true }).test?.projects ?? []),
      {
        test: {
          name: 'service-worker',
          environment: 'node',
          include: ['service-worker/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
})
