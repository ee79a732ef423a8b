import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from '@playwright/test'

/** How tests open a portal; a configuration adds the address as `baseURL`. */
export const portalOptions = {
  locale: 'ru-RU',
  timezoneId: 'Europe/Moscow',
  // `page.route` does not see the requests of a service worker, so tests that block code would race with it, and so would the check
  // of the release that a page has loaded.
  serviceWorkers: 'block',
  // Without the setting, the browser that `npx playwright install chromium` has downloaded.
  launchOptions: process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {},
} satisfies Partial<PlaywrightTestOptions & PlaywrightWorkerOptions>

/** A phone, and a wide window, where the menu is always open. */
export const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }
export const desktop = { viewport: { width: 1280, height: 800 } }
