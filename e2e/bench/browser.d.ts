import type { LaunchOptions } from 'playwright'
/** Chromium that a command starts: the command closes it, not a signal. */
export declare function browserOptions(...args: readonly string[]): LaunchOptions
