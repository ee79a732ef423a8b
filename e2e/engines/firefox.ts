import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProgram } from '@portal/command/program'
import { Bidi } from './bidi.ts'
import { pressActions, typeActions } from './pointer-and-keys.ts'
import { type Engine, type Point, phone, type Tab } from './tab.ts'

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
    open: () => FirefoxTab.open(bidi, logs),
    async close() {
      bidi.close()
      await firefox.end('SIGTERM')
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** A tab with a storage of its own, which is a user context of BiDi. */
class FirefoxTab implements Tab {
  readonly #bidi: Bidi
  readonly #userContext: string
  readonly #context: string
  readonly #log: Log

  private constructor(bidi: Bidi, log: Log, { userContext, context }: { userContext: string; context: string }) {
    this.#bidi = bidi
    this.#log = log
    this.#userContext = userContext
    this.#context = context
  }

  /** Opens a tab, whose log is one of `logs` from then on. */
  static async open(bidi: Bidi, logs: Map<string, Log>): Promise<FirefoxTab> {
    const { userContext } = await bidi.send<{ userContext: string }>('browser.createUserContext')
    const { context } = await bidi.send<{ context: string }>('browsingContext.create', { type: 'tab', userContext })
    const log: Log = { errors: [], leftRealms: new Set() }
    logs.set(context, log)
    const tab = new FirefoxTab(bidi, log, { userContext, context })
    await tab.resize(phone)
    return tab
  }

  get consoleErrors(): readonly string[] {
    return this.#log.errors
  }

  async evaluate<Value>(expression: string): Promise<Value> {
    // The value is transferred as JSON, because BiDi has another notation for objects.
    const { result, exceptionDetails } = await this.#run<{
      result?: { value?: string }
      exceptionDetails?: { text: string }
    }>(`JSON.stringify(${expression})`)
    if (exceptionDetails) throw new Error(exceptionDetails.text)
    return (result?.value === undefined ? undefined : JSON.parse(result.value)) as Value
  }

  async resize(viewport: { width: number; height: number }): Promise<void> {
    await this.#bidi.send('browsingContext.setViewport', { context: this.#context, viewport })
  }

  goto(url: string): Promise<void> {
    return this.#navigate(url, 'complete')
  }

  begin(url: string): Promise<void> {
    return this.#navigate(url, 'none')
  }

  async press(point: Point): Promise<void> {
    await this.#bidi.send('input.performActions', { context: this.#context, actions: pressActions(point) })
  }

  async type(text: string): Promise<void> {
    await this.#bidi.send('input.performActions', { context: this.#context, actions: typeActions(text) })
  }

  async chooseFile(selector: string, path: string): Promise<void> {
    const { nodes } = await this.#bidi.send<{ nodes: { sharedId: string }[] }>('browsingContext.locateNodes', {
      context: this.#context,
      locator: { type: 'css', value: selector },
    })
    const element = { sharedId: nodes[0]?.sharedId }
    await this.#bidi.send('input.setFiles', { context: this.#context, element, files: [path] })
  }

  async setCookie(name: string, value: string): Promise<void> {
    const domain = await this.evaluate<string>('location.hostname')
    await this.#bidi.send('storage.setCookie', {
      cookie: { name, value: { type: 'string', value }, domain, path: '/', httpOnly: true },
      partition: { type: 'context', context: this.#context },
    })
  }

  async screenshot(): Promise<Buffer> {
    const { data } = await this.#bidi.send<{ data: string }>('browsingContext.captureScreenshot', {
      context: this.#context,
    })
    return Buffer.from(data, 'base64')
  }

  async close(): Promise<void> {
    await this.#bidi.send('browser.removeUserContext', { userContext: this.#userContext })
  }

  async #navigate(url: string, wait: 'none' | 'complete'): Promise<void> {
    const { realm } = await this.#run<{ realm: string }>('null')
    this.#log.leftRealms.add(realm)
    await this.#bidi.send('browsingContext.navigate', { context: this.#context, url, wait })
  }

  /** Runs the expression in the open page, and returns the response of BiDi. */
  #run<Response>(expression: string): Promise<Response> {
    return this.#bidi.send('script.evaluate', { expression, target: { context: this.#context }, awaitPromise: false })
  }
}
