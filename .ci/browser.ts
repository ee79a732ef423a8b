import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installFromDebian } from './debian.ts'
import { root } from './step.ts'

const ofTheSystem = [
  // Chromium without a window of its own: the same engine in half the time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** A Chromium that starts: the system's, else Playwright's own, else Debian's package. @throws when there is none */
export function findBrowser(): string {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (!starts(given)) throw new Error(`CHROMIUM_PATH: ${given} does not start`)
    return given
  }
  const found = ofTheSystem.find(starts) ?? playwrightsOwn() ?? debians()
  if (!found) throw new Error('No Chromium was found or could be installed; set CHROMIUM_PATH')
  return found
}

function starts(path: string): boolean {
  return existsSync(path) && spawnSync(path, ['--version', '--no-sandbox'], { stdio: 'ignore' }).status === 0
}

function playwrightsOwn(): string | undefined {
  const cwd = join(root, 'e2e')
  say('Downloading a Chromium…')
  spawnSync(join(cwd, 'node_modules/.bin/playwright'), ['install', 'chromium'], {
    cwd,
    stdio: 'ignore',
    timeout: 600_000,
  })
  const program = "import { chromium } from 'playwright'; process.stdout.write(chromium.executablePath())"
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { cwd, encoding: 'utf8' })
  // It may lack libraries of the system.
  return starts(stdout) ? stdout : undefined
}

function debians(): string | undefined {
  installFromDebian('chromium-headless-shell')
  return ofTheSystem.find(starts)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
