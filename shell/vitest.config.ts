import { browserTests } from '@portal/shared/testing/browser-tests'
import { defineConfig } from 'vitest/config'

// The page's code in a DOM, the portal server without one.
const page = browserTests('shell')

export default defineConfig({
  test: {
    name: 'shell',
    projects: [
      { test: { ...page.test, include: ['src/**/*.test.{ts,tsx}'] } },
      {
        test: {
          name: 'portal-server',
          environment: 'node',
          include: ['{server,service-worker}/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
    ],
  },
})
