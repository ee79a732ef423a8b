import { defineConfig } from '@playwright/test'
import { freePort } from '@portal/shared/command/free-ports'
import base from '../playwright.config.ts'

process.env.E2E_PORT = process.env.E2E_REPLICAS_PORT ??= String(await freePort())

/** The portal as it runs in production, on servers of the system: NGINX_PATH and POSTGRES_BIN, which .ci/servers.ts finds. */
export default defineConfig({
  ...base,
  testDir: '.',
  outputDir: '../../test-results/replicas',
  globalSetup: './build.ts',
  // They end and start the servers of one stack: one after the other.
  workers: 1,
  fullyParallel: false,
  use: {
    ...base.use,
    baseURL: `https://localhost:${process.env.E2E_PORT}`,
    viewport: { width: 1280, height: 800 },
    // This is for calls that a test makes beside the browser; the browser trusts the certificate (fixtures.ts).
    ignoreHTTPSErrors: true,
  },
  projects: [{ name: 'replicas' }],
})
