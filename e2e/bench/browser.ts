import type { LaunchOptions } from 'playwright'
import { findBrowser } from '../../.ci/browser.ts'

/** Chromium that a command starts: the command closes it, not a signal. */
export function browserOptions(...args: readonly string[]): LaunchOptions {
  return {
    executablePath: findBrowser(),
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: ['--no-sandbox', '--disable-background-networking', ...args],
  }
}
