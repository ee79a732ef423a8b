import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { freePort } from '@portal/command/free-ports'
import { createProgram } from '@portal/command/program'
import { pressActions, typeActions } from './pointer-and-keys.ts'
import { type Engine, phone, type Tab } from './tab.ts'

/** Without these styles the toolbar of MiniBrowser makes its window wider than a phone. */
const smallToolbar = '* { padding: 0; margin: 0; border: 0; min-width: 0; min-height: 0; font-size: 1px }'

/** The driver has been seen to wait forever for a browser that it started; a new driver starts another one. */
const SESSION_TIMEOUT_MS = 60_000

const displayNumber = /^(\d+)$/m

type Send = <Value>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<Value>

/** Launches WebKitGTK, controlled by classic WebDriver (https://w3c.github.io/webdriver), on a virtual display. */
export async function launchWebkit(paths: { driver: string; browser: string; display: string }): Promise<Engine> {
  const home = await mkdtemp(join(tmpdir(), 'portal-webkit-'))
  await mkdir(join(home, 'gtk-3.0'))
  await writeFile(join(home, 'gtk-3.0/gtk.css'), smallToolbar)
  const xvfb = createProgram({
    command: paths.display,
    // Xvfb takes the first free display, and writes its number to the standard output.
    args: ['-screen', '0', '1400x1100x24', '-nolisten', 'tcp', '-displayfd', '1'],
    isReady: (output) => displayNumber.test(output),
  })
  await xvfb.start()
  const port = await freePort()
  const driver = createProgram({
    command: paths.driver,
    args: [`--port=${port}`],
    options: {
      env: {
        ...process.env,
        DISPLAY: `:${displayNumber.exec(xvfb.output())?.[1]}`,
        HOME: home,
        XDG_CONFIG_HOME: home,
        GDK_BACKEND: 'x11',
        NO_AT_BRIDGE: '1',
      },
    },
    isReady: async () => (await fetch(`http://127.0.0.1:${port}/status`)).ok,
  })
  await driver.start()
  const send: Send = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      ...(path === '/session' && { signal: AbortSignal.timeout(SESSION_TIMEOUT_MS) }),
    })
    const { value } = (await response.json()) as { value: never }
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(value)}`)
    return value
  }
  const openSession = () =>
    send<{ sessionId: string; capabilities: { browserVersion: string } }>('POST', '/session', {
      capabilities: {
        alwaysMatch: {
          // Otherwise each command waits until the page has loaded.
          pageLoadStrategy: 'none',
          'webkitgtk:browserOptions': { binary: paths.browser, args: ['--automation'] },
        },
      },
    })
  const openSessionAnyway = () =>
    openSession().catch(async () => {
      await driver.end('SIGKILL')
      await driver.start()
      return await openSession()
    })
  const { sessionId, capabilities } = await openSessionAnyway()
  await send('DELETE', `/session/${sessionId}`)
  return {
    name: `WebKitGTK ${capabilities.browserVersion}`,
    async open() {
      const session = await openSessionAnyway()
      return await openTab(send, session.sessionId)
    },
    async close() {
      await driver.end('SIGTERM')
      await xvfb.end('SIGTERM')
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function openTab(send: Send, sessionId: string): Promise<Tab> {
  const session = `/session/${sessionId}`
  const evaluate: Tab['evaluate'] = (expression) =>
    send('POST', `${session}/execute/sync`, { script: `return (${expression})`, args: [] })
  const resize: Tab['resize'] = async (size) => {
    await send('POST', `${session}/window/rect`, size)
    // The toolbar takes a part of the height.
    const inner = await evaluate<number>('innerHeight')
    await send('POST', `${session}/window/rect`, { ...size, height: 2 * size.height - inner })
  }
  /** Waits until `isTrue` in the document at the address. A command fails while the document is replaced. */
  const leaveFor = async (url: string, isTrue: string) => {
    await evaluate('window.isLeft = true')
    await send('POST', `${session}/url`, { url })
    const isThere = () => evaluate(`!window.isLeft && ${isTrue}`).catch(() => false)
    await expect.poll(isThere, { message: url, intervals: [20] }).toBe(true)
  }
  await resize(phone)
  return {
    consoleErrors: undefined,
    evaluate,
    resize,
    goto: (url) => leaveFor(url, `document.readyState === 'complete'`),
    begin: (url) => leaveFor(url, 'true'),
    press: (point) => send('POST', `${session}/actions`, { actions: pressActions(point) }),
    type: (text) => send('POST', `${session}/actions`, { actions: typeActions(text) }),
    async chooseFile(selector, path) {
      const found = await send<object>('POST', `${session}/element`, { using: 'css selector', value: selector })
      await send('POST', `${session}/element/${Object.values(found)[0]}/value`, { text: path })
    },
    setCookie: (name, value) =>
      send('POST', `${session}/cookie`, { cookie: { name, value, path: '/', httpOnly: true } }),
    screenshot: async () => Buffer.from(await send<string>('GET', `${session}/screenshot`), 'base64'),
    close: () => send('DELETE', session),
  }
}
