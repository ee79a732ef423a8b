import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from '@playwright/test'

/** How tests open a portal; a configuration adds the address as `baseURL`. */
export const portalOptions = {
  locale: 'ru-RU',
  timezoneId: 'Europe/Moscow',
  // `page.route` does not see requests of a service worker. Tests that block code, and the check of which release a
  // page has loaded, would race with it.
  serviceWorkers: 'block',
  // Without this setting Playwright starts the browser that `npx playwright install chromium` has downloaded.
  launchOptions: process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {},
} satisfies Partial<PlaywrightTestOptions & PlaywrightWorkerOptions>

/** A phone, and a wide window, where the menu is always open. */
export const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }
export const desktop = { viewport: { width: 1280, height: 800 } }
