import { defineConfig } from '@playwright/test'
import { freePort } from '@portal/command/free-ports'
import base from '../playwright.config.ts'
import type { EngineName } from './fixtures.ts'

process.env.E2E_PORT = process.env.E2E_ENGINES_PORT ??= String(await freePort())

const engines: EngineName[] = ['chromium', 'old-chromium', 'firefox', 'webkit']

/** The main journeys in each engine; `--project firefox` for one of them. */
export default defineConfig<object, { engineName: EngineName }>({
  ...base,
  testDir: '.',
  outputDir: '../../test-results/engines',
  globalSetup: './install-and-start.ts',
  // One window of an engine after the other; two engines at a time.
  fullyParallel: false,
  use: { ...base.use, baseURL: `http://localhost:${process.env.E2E_PORT}` },
  projects: engines.map((engineName) => ({ name: engineName, use: { engineName } })),
})
