import { defineConfig } from '@playwright/test'
import config from '../playwright.config.ts'

/** `npm run snapshots -- --pictures`: no tests, but they need what the tests need. */
export default defineConfig({
  ...config,
  testDir: '.',
  outputDir: '../../test-results/pictures',
  globalSetup: '../global-setup.ts',
  projects: [{ name: 'pictures', use: { deviceScaleFactor: 2 } }],
})
