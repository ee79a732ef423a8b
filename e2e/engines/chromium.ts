import { chromium, type LaunchOptions } from '@playwright/test'
import { type Engine, phone, type Tab } from './tab.ts'

/** Messages of Chromium 109 that are about nothing which a user meets. */
const harmlessMessages = [
  // When web-vitals requests entries of a newer type.
  'Deprecated API for given entry type.',
  // When the user leaves the page while it reads the hashes of a remote's files in advance (early-script.ts). A file
  // that does not match its hash, or that a lost connection interrupts, logs another message besides.
  'Unknown error occurred while trying to verify integrity.',
]

/** Launches Chromium, controlled by its own protocol, with a touch screen. */
export async function launchChromium(options: LaunchOptions): Promise<Engine> {
  const browser = await chromium.launch(options)
  return {
    name: `Chromium ${browser.version()}`,
    close: () => browser.close(),
    async open(): Promise<Tab> {
      const context = await browser.newContext({
        viewport: phone,
        hasTouch: true,
        isMobile: true,
        serviceWorkers: 'allow',
      })
      const page = await context.newPage()
      const consoleErrors: string[] = []
      page.on('pageerror', (error) => consoleErrors.push(String(error)))
      page.on('console', (message) => {
        const isProblem = message.type() === 'error' || message.type() === 'warning'
        if (isProblem && !harmlessMessages.includes(message.text())) consoleErrors.push(message.text())
      })
      return {
        consoleErrors,
        async goto(url) {
          await page.goto(url)
        },
        async begin(url) {
          await page.goto(url, { waitUntil: 'commit' })
        },
        evaluate: (expression) => page.evaluate(expression),
        press: ({ x, y }) => page.touchscreen.tap(x, y),
        type: (text) => page.keyboard.type(text),
        chooseFile: (selector, path) => page.locator(selector).setInputFiles(path),
        setCookie: (name, value) => context.addCookies([{ name, value, url: page.url(), httpOnly: true }]),
        resize: (size) => page.setViewportSize(size),
        screenshot: () => page.screenshot(),
        close: () => context.close(),
      }
    },
  }
}
