import { defineConfig } from '@playwright/test'
import { freePort } from '@portal/command/free-ports'

// Workers read this file again and must get the same address.
process.env.E2E_PORT ??= String(await freePort())

// The global setup finds it, before workers read this file.
const chromium = process.env.CHROMIUM_PATH

export default defineConfig({
  testDir: 'tests',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // Each test has people and money of its own. With three the run is 3 minutes shorter on two cores, and less steady.
  workers: 2,
  // Limits for what never comes: tests wait for events, and a slow machine takes longer.
  timeout: 300_000,
  globalTimeout: 4 * 3_600_000,
  expect: {
    timeout: 120_000,
    // A shade that no eye tells, and some pixels of round edges: what differs from one Chromium to the next.
    toHaveScreenshot: { pathTemplate: 'snapshots/{arg}{ext}', threshold: 0.05, maxDiffPixels: 40 },
  },
  // `npm run snapshots` alone makes new ones.
  updateSnapshots: 'none',
  use: {
    baseURL: `http://localhost:${process.env.E2E_PORT}`,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    // `page.route` does not see what a service worker asks for, and tests that take the code away would race with it. It is
    // there in offline.spec.ts, which is about it, and in budgets.spec.ts, which must count what it costs.
    serviceWorkers: 'block',
    // A trace of every test costs a quarter of the time: `playwright test --trace on` where one is needed.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      args: [
        // As root there is no sandbox; the rest keeps a browser of the system from calling home during tests.
        ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
        ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
        // Letters and colours do not follow the settings of the machine.
        ...['--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb'],
      ],
    },
  },
  projects: [
    // What no screen has a part in runs once.
    {
      name: 'phone',
      testIgnore: ['crash.spec.ts', 'gallery.spec.ts', 'prefetch.spec.ts', 'scrollbar.spec.ts'],
      use: { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop',
      grepInvert: /@phone/,
      // About what the portal does, which no width changes; how their screens look in a wide window is in screens.spec.ts.
      testIgnore: [
        ...['card-form', 'federation', 'hidden-amounts', 'invitation', 'offline', 'password', 'phone'],
        ...['recovery', 'sessions', 'tabs', 'telemetry'],
      ].map((name) => `**/${name}.spec.ts`),
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
})
