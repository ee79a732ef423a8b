import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { freePort } from '@portal/command/free-ports'
import { createProgram, type Program } from '@portal/command/program'
import { pressActions, typeActions } from './pointer-and-keys.ts'
import { type Engine, type Point, phone, type Tab } from './tab.ts'

/** Without these styles the toolbar of MiniBrowser makes its window wider than a phone. */
const smallToolbar = '* { padding: 0; margin: 0; border: 0; min-width: 0; min-height: 0; font-size: 1px }'

/** The driver has been seen to wait forever for a browser that it started; a new driver starts another one. */
const SESSION_TIMEOUT_MS = 120_000

const displayNumber = /^(\d+)$/m

type Session = { sessionId: string; capabilities: { browserVersion: string } }

/** Launches WebKitGTK, controlled by classic WebDriver (https://w3c.github.io/webdriver), on a virtual display. */
export async function launchWebkit(paths: { driver: string; browser: string; display: string }): Promise<Engine> {
  const home = await createHome()
  const display = await startDisplay(paths.display)
  const driver = await Driver.start(paths, { home, display: Number(displayNumber.exec(display.output())?.[1]) })
  const { sessionId, capabilities } = await driver.openSession()
  await driver.send('DELETE', `/session/${sessionId}`)
  return {
    name: `WebKitGTK ${capabilities.browserVersion}`,
    open: () => WebkitTab.open(driver),
    async close() {
      await driver.stop()
      await display.end('SIGTERM')
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Creates the home folder of the browser, which contains its styles. */
async function createHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'portal-webkit-'))
  await mkdir(join(home, 'gtk-3.0'))
  await writeFile(join(home, 'gtk-3.0/gtk.css'), smallToolbar)
  return home
}

async function startDisplay(command: string): Promise<Program> {
  const xvfb = createProgram({
    command,
    // Xvfb takes the first free display, and writes its number to the standard output.
    args: ['-screen', '0', '1400x1100x24', '-nolisten', 'tcp', '-displayfd', '1'],
    isReady: (output) => displayNumber.test(output),
  })
  await xvfb.start()
  return xvfb
}

/** The driver of WebKitGTK, which starts a browser for each session. */
class Driver {
  readonly #program: Program
  readonly #origin: string
  readonly #browser: string

  private constructor(program: Program, origin: string, browser: string) {
    this.#program = program
    this.#origin = origin
    this.#browser = browser
  }

  static async start(
    paths: { driver: string; browser: string },
    { home, display }: { home: string; display: number },
  ): Promise<Driver> {
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const own = { DISPLAY: `:${display}`, HOME: home, XDG_CONFIG_HOME: home, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1' }
    const program = createProgram({
      command: paths.driver,
      args: [`--port=${port}`],
      options: { env: { ...process.env, ...own } },
      isReady: async () => (await fetch(`${origin}/status`)).ok,
    })
    await program.start()
    return new Driver(program, origin, paths.browser)
  }

  /** @throws Error with the response of the driver when the command fails */
  async send<Value>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Value> {
    const response = await fetch(this.#origin + path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      ...(path === '/session' && { signal: AbortSignal.timeout(SESSION_TIMEOUT_MS) }),
    })
    const { value } = (await response.json()) as { value: never }
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(value)}`)
    return value
  }

  /** Opens a session. If that fails, a new process of the driver opens it. */
  async openSession(): Promise<Session> {
    try {
      return await this.#requestSession()
    } catch {
      await this.#program.end('SIGKILL')
      await this.#program.start()
      return await this.#requestSession()
    }
  }

  async stop(): Promise<void> {
    await this.#program.end('SIGTERM')
  }

  #requestSession(): Promise<Session> {
    return this.send('POST', '/session', {
      capabilities: {
        alwaysMatch: {
          // Otherwise each command waits until the page has loaded.
          pageLoadStrategy: 'none',
          'webkitgtk:browserOptions': { binary: this.#browser, args: ['--automation'] },
        },
      },
    })
  }
}

/** The only tab of a session. */
class WebkitTab implements Tab {
  readonly consoleErrors = undefined
  readonly #driver: Driver
  readonly #session: string

  private constructor(driver: Driver, sessionId: string) {
    this.#driver = driver
    this.#session = `/session/${sessionId}`
  }

  static async open(driver: Driver): Promise<WebkitTab> {
    const { sessionId } = await driver.openSession()
    const tab = new WebkitTab(driver, sessionId)
    await tab.resize(phone)
    return tab
  }

  evaluate<Value>(expression: string): Promise<Value> {
    return this.#post('/execute/sync', { script: `return (${expression})`, args: [] })
  }

  async resize(size: { width: number; height: number }): Promise<void> {
    await this.#post('/window/rect', size)
    // The toolbar takes a part of the height.
    const inner = await this.evaluate<number>('innerHeight')
    await this.#post('/window/rect', { ...size, height: 2 * size.height - inner })
  }

  goto(url: string): Promise<void> {
    return this.#leaveFor(url, `document.readyState === 'complete'`)
  }

  begin(url: string): Promise<void> {
    return this.#leaveFor(url, 'true')
  }

  press(point: Point): Promise<void> {
    return this.#post('/actions', { actions: pressActions(point) })
  }

  type(text: string): Promise<void> {
    return this.#post('/actions', { actions: typeActions(text) })
  }

  async chooseFile(selector: string, path: string): Promise<void> {
    const found = await this.#post<object>('/element', { using: 'css selector', value: selector })
    await this.#post(`/element/${Object.values(found)[0]}/value`, { text: path })
  }

  setCookie(name: string, value: string): Promise<void> {
    return this.#post('/cookie', { cookie: { name, value, path: '/', httpOnly: true } })
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(await this.#driver.send<string>('GET', `${this.#session}/screenshot`), 'base64')
  }

  close(): Promise<void> {
    return this.#driver.send('DELETE', this.#session)
  }

  /** Waits until `isTrue` in the document at the address. A command fails while the document is replaced. */
  async #leaveFor(url: string, isTrue: string): Promise<void> {
    await this.evaluate('window.isLeft = true')
    await this.#post('/url', { url })
    const isThere = () => this.evaluate(`!window.isLeft && ${isTrue}`).catch(() => false)
    await expect.poll(isThere, { message: url, intervals: [20] }).toBe(true)
  }

  #post<Value>(path: string, body: object): Promise<Value> {
    return this.#driver.send('POST', this.#session + path, body)
  }
}
