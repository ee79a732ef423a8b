import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProgram } from '@portal/command/program'
import { Bidi } from './bidi.ts'
import { pressActions, typeActions } from './pointer-and-keys.ts'
import { type Engine, phone, type Tab } from './tab.ts'

type LogEntry = { level: string; text: string | null; source: { realm: string; context?: string } }

/**
 * The errors of a tab. Those of a left page are not counted, because Firefox reports its unfinished scripts as failed.
 */
type Log = { errors: string[]; leftRealms: Set<string> }

const bidiAddress = /WebDriver BiDi listening on (ws:\S+)/

/** Launches Firefox, controlled by its built-in WebDriver BiDi. */
export async function launchFirefox(path: string): Promise<Engine> {
  const profile = await mkdtemp(join(tmpdir(), 'portal-firefox-'))
  const firefox = createProgram({
    command: path,
    args: ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'],
    options: { env: { ...process.env, HOME: profile } },
    isReady: (output) => bidiAddress.test(output),
  })
  await firefox.start()
  const logs = new Map<string, Log>()
  const bidi = await Bidi.connect(`${bidiAddress.exec(firefox.output())?.[1]}/session`, (_, params) => {
    const { level, text, source } = params as LogEntry
    const log = logs.get(source.context ?? '')
    const isProblem = level === 'error' || level === 'warn'
    if (isProblem && !log?.leftRealms.has(source.realm)) log?.errors.push(String(text))
  })
  const { capabilities } = await bidi.send<{ capabilities: { browserVersion: string } }>('session.new', {
    capabilities: {},
  })
  await bidi.send('session.subscribe', { events: ['log.entryAdded'] })
  return {
    name: `Firefox ${capabilities.browserVersion}`,
    open: () => openTab(bidi, logs),
    async close() {
      bidi.close()
      await firefox.end('SIGTERM')
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function openTab(bidi: Bidi, logs: Map<string, Log>): Promise<Tab> {
  const { userContext } = await bidi.send<{ userContext: string }>('browser.createUserContext')
  const { context } = await bidi.send<{ context: string }>('browsingContext.create', { type: 'tab', userContext })
  const log: Log = { errors: [], leftRealms: new Set() }
  logs.set(context, log)
  const resize: Tab['resize'] = async (viewport) => {
    await bidi.send('browsingContext.setViewport', { context, viewport })
  }
  const evaluate: Tab['evaluate'] = async (expression) => {
    // The value is transferred as JSON, because BiDi has another notation for objects.
    const { result, exceptionDetails } = await bidi.send<{
      result?: { value?: string }
      exceptionDetails?: { text: string }
    }>('script.evaluate', { expression: `JSON.stringify(${expression})`, target: { context }, awaitPromise: false })
    if (exceptionDetails) throw new Error(exceptionDetails.text)
    return result?.value === undefined ? undefined : JSON.parse(result.value)
  }
  const navigate = async (url: string, wait: 'none' | 'complete') => {
    const { realm } = await bidi.send<{ realm: string }>('script.evaluate', {
      expression: 'null',
      target: { context },
      awaitPromise: false,
    })
    log.leftRealms.add(realm)
    await bidi.send('browsingContext.navigate', { context, url, wait })
  }
  await resize(phone)
  return {
    consoleErrors: log.errors,
    evaluate,
    resize,
    goto: (url) => navigate(url, 'complete'),
    begin: (url) => navigate(url, 'none'),
    async press(point) {
      await bidi.send('input.performActions', { context, actions: pressActions(point) })
    },
    async type(text) {
      await bidi.send('input.performActions', { context, actions: typeActions(text) })
    },
    async chooseFile(selector, path) {
      const { nodes } = await bidi.send<{ nodes: { sharedId: string }[] }>('browsingContext.locateNodes', {
        context,
        locator: { type: 'css', value: selector },
      })
      await bidi.send('input.setFiles', { context, element: { sharedId: nodes[0]?.sharedId }, files: [path] })
    },
    async setCookie(name, value) {
      const domain = await evaluate<string>('location.hostname')
      await bidi.send('storage.setCookie', {
        cookie: { name, value: { type: 'string', value }, domain, path: '/', httpOnly: true },
        partition: { type: 'context', context },
      })
    },
    async screenshot() {
      const { data } = await bidi.send<{ data: string }>('browsingContext.captureScreenshot', { context })
      return Buffer.from(data, 'base64')
    },
    async close() {
      await bidi.send('browser.removeUserContext', { userContext })
    },
  }
}
