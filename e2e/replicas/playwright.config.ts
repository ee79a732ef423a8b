import { defineConfig } from '@playwright/test'
import { freePort } from '@portal/command/free-ports'
import base from '../playwright.config.ts'

process.env.E2E_PORT = process.env.E2E_REPLICAS_PORT ??= String(await freePort())

/** Tests the portal as it runs in production, with the system's nginx and PostgreSQL, which .ci/servers.ts finds. */
export default defineConfig({
  ...base,
  testDir: '.',
  outputDir: '../../test-results/replicas',
  globalSetup: './build.ts',
  // The tests stop and start the servers of one stack, so they run one after the other.
  workers: 1,
  fullyParallel: false,
  use: {
    ...base.use,
    baseURL: `https://localhost:${process.env.E2E_PORT}`,
    viewport: { width: 1280, height: 800 },
    // For requests of the test itself; the browser trusts the certificate (fixtures.ts).
    ignoreHTTPSErrors: true,
  },
  projects: [{ name: 'replicas' }],
})
