import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { installFromDebian } from './debian.ts'
import { root } from './step.ts'

const systemBrowsers = [
  // The headless shell has the same engine and takes half the time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Returns the path of a Chromium that starts, and sets CHROMIUM_PATH to it for child processes. Playwright's download
 * comes last, because many machines cannot reach it. @throws Error when there is none
 */
export function findBrowser(): string {
  const given = process.env.CHROMIUM_PATH
  if (given && !starts(given)) throw new Error(`CHROMIUM_PATH names ${given}, which does not start`)
  const found = given || installedBrowser() || debianBrowser() || downloadedBrowser()
  if (!found) {
    throw new Error(
      'No Chromium was found, and none could be installed or downloaded: install Chromium or Chrome, or set CHROMIUM_PATH',
    )
  }
  process.env.CHROMIUM_PATH = found
  return found
}

function installedBrowser(): string | undefined {
  return [...playwrightBrowsers(), ...systemBrowsers].find(starts)
}

function debianBrowser(): string | undefined {
  installFromDebian('chromium-headless-shell')
  return systemBrowsers.find(starts)
}

function downloadedBrowser(): string | undefined {
  if (!isReachable('https://cdn.playwright.dev')) return undefined
  process.stderr.write('Downloading a Chromium…\n')
  spawnSync(playwright, ['install', '--only-shell', 'chromium'], { cwd, stdio: 'ignore', timeout: 600_000 })
  return playwrightBrowsers().find(starts)
}

const cwd = join(root, 'e2e')
const playwright = join(cwd, 'node_modules/.bin/playwright')

/** Returns the browsers that Playwright has downloaded for any project, headless shells first. */
function playwrightBrowsers(): string[] {
  const program = "import { chromium } from '@playwright/test'; process.stdout.write(chromium.executablePath())"
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { cwd, encoding: 'utf8' })
  // …/ms-playwright/chromium-1255/chrome-linux64/chrome
  const downloads = dirname(dirname(dirname(stdout)))
  const shells = globSync('chromium_headless_shell-*/*/{chrome-headless-shell,headless_shell}', { cwd: downloads })
  const newestFirst = shells.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  return [...newestFirst.map((path) => join(downloads, path)), stdout]
}

/** Returns whether the program opens a page: one that prints its version may lack a system library or a permission. */
function starts(path: string): boolean {
  if (!existsSync(path)) return false
  const args = ['--no-sandbox', '--disable-gpu', '--headless', '--dump-dom', 'data:text/html,<title>It starts</title>']
  const { stdout, status } = spawnSync(path, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 120_000,
  })
  return status === 0 && stdout.includes('It starts')
}

/** Returns whether the address responds in 5 s. Without internet, the download itself would wait for minutes. */
function isReachable(address: string): boolean {
  const program = `await fetch('${address}', { method: 'HEAD', signal: AbortSignal.timeout(5_000) })`
  const env = { ...process.env, NODE_USE_ENV_PROXY: '1' }
  return spawnSync(process.execPath, ['--input-type=module', '-e', program], { env, stdio: 'ignore' }).status === 0
}
