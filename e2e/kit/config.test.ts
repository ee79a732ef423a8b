import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
})
afterEach(() => {
  vi.unstubAllEnvs()
})

test.each([
  ['/usr/bin/chromium', { executablePath: '/usr/bin/chromium' }],
  ['', {}],
])('CHROMIUM_PATH %j → %j', async (path, launchOptions) => {
  vi.stubEnv('CHROMIUM_PATH', path)
  const { portalOptions } = await import('./config.ts')
  expect(portalOptions.launchOptions).toEqual(launchOptions)
})
