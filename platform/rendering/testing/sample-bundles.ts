import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RenderRequest } from '@portal/shared/rendering-protocol'
import { expect, onTestFinished, vi } from 'vitest'
import { type Release, serverFile, toIntegrity } from '../../bundler/release.ts'
import type { LiveReleases } from '../../releases/live.ts'
import { findRoute } from '../../releases/page-parts.ts'
import { payouts, shell, tips } from '../../releases/testing/sample-releases.ts'
import { createRenderer, type Renderer, type RendererOptions, type ReportedFailure } from '../renderer.ts'

// Releases with small server bundles, and renderers for them.

/** A shell that renders `/` by `mfe-tips` and `/out` by `mfe-payouts`: the HTML is what their component returns. */
export const shellCode = `
  let user
  exports.provide = async () => ({ react: { user: () => user } })
  exports.render = async (request, remotePage) => {
    user = request.session.user
    const [pathname] = request.url.split('?')
    const page = await remotePage(pathname === '/out' ? 'mfe-payouts' : 'mfe-tips', pathname)
    return { html: await page.Component(request), reads: [] }
  }`

const exporting = (path: string, component: string) =>
  `const Component = ${component}
   exports.pages = { '${path}': async () => ({ Component }) }`

export const tipsCode = (component: string) => exporting('/', component)
export const payoutsCode = exporting('/out', "() => 'payouts of ' + require('react').user()")

let folder: string | undefined

/** In a separate module, hooks would run for one test file only, because all files run in one process. */
function folderOfTest(): string {
  if (folder) return folder
  const created = mkdtempSync(join(tmpdir(), 'rendering-'))
  onTestFinished(() => {
    folder = undefined
    rmSync(created, { recursive: true })
  })
  folder = created
  return created
}

type Codes = { tips: string; payouts?: string; settings?: string; shell?: string; version?: string; canary?: string }

/**
 * Writes the bundles of a set of releases, which has `mfe-settings` only with its code. `canary` is the code of another
 * release of the tips for 10 % of browsers.
 */
export function writeReleases({
  tips: code,
  payouts: other = payoutsCode,
  shell: host = shellCode,
  ...rest
}: Codes): LiveReleases {
  const { version = '1', canary, settings } = rest
  const released = write(tips({ version, paths: ['/'] }), code)
  return {
    sequence: 1,
    shell: write(shell({ version: '1' }), host),
    remotes: [
      {
        name: 'mfe-tips',
        current: released,
        ...(canary && { canary: { release: write(tips({ version: 'canary', paths: ['/'] }), canary), percent: 10 } }),
      },
      { name: 'mfe-payouts', current: write(payouts({ version: '1', paths: ['/out'] }), other) },
      ...(settings
        ? [{ name: 'mfe-settings', current: write(payouts({ name: 'mfe-settings', version: '1' }), settings) }]
        : []),
    ],
  }
}

function write<T extends Release>(release: T, code: string): T {
  const path = join(folderOfTest(), release.name, release.version)
  mkdirSync(path, { recursive: true })
  writeFileSync(join(path, serverFile), code)
  return { ...release, server: { file: serverFile, integrity: toIntegrity(code) } }
}

export type TestRenderer = Renderer & {
  /** Returns the HTML of a page for a user, or undefined when the user gets the frame. */
  html(live: LiveReleases, url: string, user?: string): Promise<string | undefined>
  failures: ReportedFailure[]
  logged: string[]
}

/** Creates a renderer that is closed after the test. Its timeouts are long enough for a busy machine. */
export function createTestRenderer(options: Partial<RendererOptions> = {}): TestRenderer {
  const failures: ReportedFailure[] = []
  const logged: string[] = []
  const renderer = createRenderer({
    filesFolder: folderOfTest(),
    processes: 1,
    waitMs: 60_000,
    limitMs: 60_000,
    loadLimitMs: 60_000,
    onFailure: (failure) => failures.push(failure),
    log: ({ remote }, line) => logged.push(`${remote}: ${line}`),
    ...options,
  })
  onTestFinished(() => renderer.close())
  return {
    ...renderer,
    failures,
    logged,
    async html(live, url, user = 'anna') {
      const result = await renderer.render(live, requestFor(url, user), findRoute(live, url))
      return result?.html
    },
  }
}

export function requestFor(url: string, user: string): RenderRequest {
  const registry = { sequence: 1, shell: { version: '1', base: '/', files: {} }, remotes: {} }
  return { url, now: 0, registry, session: { user }, responses: [], hidesAmounts: false }
}

/**
 * Stops the timers of this process, so that no limit of a renderer fires while a page begins on a busy machine. Returns
 * what lets time pass and starts them again.
 */
export function holdTimers(): (milliseconds: number) => void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  return (milliseconds) => {
    vi.advanceTimersByTime(milliseconds)
    vi.useRealTimers()
  }
}

/** Expects that the payouts page is rendered, whatever happened to the tips page. */
export async function expectOthersRendered(renderer: TestRenderer, live: LiveReleases): Promise<void> {
  expect(await renderer.html(live, '/out', 'boris')).toBe('payouts of boris')
}
