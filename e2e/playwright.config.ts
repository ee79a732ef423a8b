import { defineConfig } from '@playwright/test'
import { freePort } from '@portal/command/free-ports'
import { desktop, phone, portalOptions } from '@portal/test-kit/config'

/** The address of a deployed portal. Only tests/smoke can test one; all other tests need this machine's own portal. */
const { E2E_PORTAL: deployed } = process.env

// Workers read this file again and must get the same address.
if (!deployed) process.env.E2E_PORT ??= String(await freePort())

export default defineConfig({
  testDir: 'tests',
  outputDir: '../test-results',
  globalSetup: deployed ? './check-portal.ts' : './global-setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // Tests share no users and no money. Three workers save 3 minutes on two cores, but are less reliable.
  workers: 2,
  // These timeouts end a test whose event never comes. They are long, because tests also run on slow machines.
  timeout: 1_800_000,
  globalTimeout: 4 * 3_600_000,
  expect: {
    timeout: 120_000,
    // Versions of Chromium differ by invisible shades and by some pixels of round edges.
    toHaveScreenshot: { pathTemplate: 'snapshots/{arg}{ext}', threshold: 0.05, maxDiffPixels: 40 },
  },
  // Only `npm run snapshots` writes new snapshots.
  updateSnapshots: 'none',
  use: {
    // Service workers are allowed in tests of offline use, and in budgets.spec.ts, which counts their requests.
    ...portalOptions,
    baseURL: deployed ?? `http://localhost:${process.env.E2E_PORT}`,
    // Tracing all tests would take a quarter of the time. `npm run test:e2e` with arguments traces those that fail.
    screenshot: 'only-on-failure',
    launchOptions: {
      // The global setup finds the browser before workers read this file.
      ...portalOptions.launchOptions,
      args: [
        // Chromium has no sandbox as root; the other switches stop a browser of the system from calling home.
        ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
        ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
        // Text and colours are rendered independently of the settings of the machine.
        ...['--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb'],
      ],
    },
  },
  projects: deployed
    ? [
        { name: 'phone', testMatch: 'smoke/**', use: phone },
        { name: 'desktop', testMatch: 'smoke/**', use: desktop },
      ]
    : [
        // Tests that do not depend on the screen run only once.
        {
          name: 'phone',
          testIgnore: ['crash.spec.ts', 'gallery.spec.ts', 'prefetch.spec.ts', 'scrollbar.spec.ts'],
          use: phone,
        },
        {
          name: 'desktop',
          grepInvert: /@phone/,
          // These test behaviour that does not depend on the width. screens.spec.ts compares their screens in a wide
          // window.
          testIgnore: [
            ...['app-lock', 'auto-withdrawal', 'card-form', 'disabled', 'entry-pages', 'federation', 'golive'],
            ...[
              'hidden-amounts',
              'invitation',
              'offline',
              'once',
              'operator',
              'passkeys',
              'password',
              'payout',
              'payout-methods',
            ],
            ...[
              'phone',
              'profile',
              'profile-photo',
              'provider-card-form',
              'push',
              'recovery',
              'releases-page',
              'reviews',
            ],
            ...[
              'sessions',
              'settings',
              'sharing',
              'sheet',
              'sign-in',
              'smoke/*',
              'tabs',
              'team',
              'telemetry',
              'transfer',
            ],
            'trend',
          ].map((name) => `**/${name}.spec.ts`),
          use: desktop,
        },
      ],
})
