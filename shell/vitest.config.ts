import { browserTests } from '@portal/shared/testing/browser-tests'
import { defineConfig } from 'vitest/config'

// The page's code in a DOM, the portal server without one.
export default defineConfig({
  test: {
    name: 'shell',
    projects: [
      ...(browserTests('shell', { include: 'src/**/*.test.{ts,tsx}' }).test?.projects ?? []),
      {
        test: {
          name: 'portal-server',
          environment: 'node',
          include: ['{server,service-worker}/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
})
