import { defineConfig } from '@playwright/test'
import { freePort } from '@portal/command/free-ports'
import base from '../playwright.config.ts'
import type { EngineName } from './fixtures.ts'

process.env.E2E_PORT = process.env.E2E_ENGINES_PORT ??= String(await freePort())

const engines: EngineName[] = ['old-chromium', 'firefox', 'webkit']

/**
 * Runs the main journeys in each engine except today's Chromium, which goes through all journeys in `tests`. `--project
 * firefox` runs them in one engine.
 */
export default defineConfig<object, { engineName: EngineName }>({
  ...base,
  testDir: '.',
  outputDir: '../../test-results/engines',
  globalSetup: './install-and-start.ts',
  // The journeys of an engine run one after the other, in two engines at a time.
  fullyParallel: false,
  use: { ...base.use, baseURL: `http://localhost:${process.env.E2E_PORT}` },
  projects: engines.map((engineName) => ({ name: engineName, use: { engineName } })),
})
