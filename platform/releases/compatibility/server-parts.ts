import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RenderRequest } from '@portal/shared/rendering-protocol'
import { toIntegrity } from '../../bundler/release.ts'
import type { ServerFile } from '../../rendering/messages.ts'
import { RenderFailure, type RenderProcess, startRenderProcess } from '../../rendering/render-process.ts'

// A page is a lazy import of its remote: its module runs when a user opens it. The gate loads all of them, and renders
// the pages of joining remotes without data, so one which needs a browser or never ends is found before it is live.

/** How long bundles may take to load at the gate. */
export const LOAD_LIMIT_MS = 30_000
/** A module loads in milliseconds. */
const PART_LIMIT_MS = 10_000

const browserOnly =
  'What only a browser has is read in an effect or an event, not at the top of a module or in a render'

type Part = { remote: string; kind: 'page' | 'slot'; name: string }

/** Pages to render, by the name of the remote and the path. */
export type PageRequests = Readonly<Record<string, Readonly<Record<string, RenderRequest>>>>

/** `reason` says what is wrong and what to do. */
export type BrokenPart = Part & { reason: string }

/** The names of what each remote exports. */
type Exported = Record<'pages' | 'slots', Readonly<Record<string, readonly string[]>>>

/**
 * Loads the module of each page and each slot in the render processes, and renders the pages of `requests`. The first
 * file is the shell's.
 */
export async function brokenParts(
  [shell, ...remotes]: readonly ServerFile[],
  { pages, slots }: Exported,
  requests: PageRequests,
): Promise<BrokenPart[]> {
  const parts = [...listParts('page', pages), ...listParts('slot', slots)]
  if (!shell || parts.length === 0) return []
  const folder = await mkdtemp(join(tmpdir(), 'server-parts-'))
  let running: RenderProcess | undefined
  try {
    const files = [await loadingShell(shell, folder), ...remotes]
    const broken: BrokenPart[] = []
    for (const part of parts) {
      if (!running?.isAlive()) running = await start(files)
      const request = part.kind === 'page' ? requests[part.remote]?.[part.name] : undefined
      const reason = (await whyNotLoaded(running, part)) ?? (request && (await whyNotRendered(running, part, request)))
      if (reason) broken.push({ ...part, reason })
    }
    return broken
  } finally {
    running?.kill()
    await running?.ended
    await rm(folder, { recursive: true })
  }
}

function listParts(kind: Part['kind'], names: Exported['pages']): Part[] {
  return Object.entries(names).flatMap(([remote, ofRemote]) => ofRemote.map((name) => ({ remote, kind, name })))
}

/** Writes a shell that loads a part, and renders it only where the request has a page. */
async function loadingShell({ name, path }: ServerFile, folder: string): Promise<ServerFile> {
  const code = `${await readFile(path, 'utf8')}
;{
  const shell = module.exports
  const render = async ({ url }, remotePage, remoteSlot) => {
    const { remote, kind, name, request } = JSON.parse(url)
    if (request) return shell.render(request, remotePage)
    await (kind === 'page' ? remotePage(remote, name) : remoteSlot(remote, name))
    return { html: '', reads: [] }
  }
  module.exports = { ...shell, render }
}`
  const copy = join(folder, 'shell.cjs')
  await writeFile(copy, code)
  return { name, path: copy, integrity: toIntegrity(code) }
}

async function start(files: readonly ServerFile[]): Promise<RenderProcess> {
  const process = startRenderProcess(files, LOAD_LIMIT_MS, () => {})
  await process.loaded
  return process
}

async function whyNotLoaded(process: RenderProcess, part: Part): Promise<string | undefined> {
  const failure = await findFailure(process, part)
  if (!failure) return undefined
  if (failure.reason === 'late') {
    return `has not loaded after ${PART_LIMIT_MS / 1_000} s: nothing may be awaited, or run forever, at its top`
  }
  const [message = ''] = failure.message.split('\n')
  return `does not load: ${message}${isMissing(failure) ? `. ${browserOnly}` : ''}`
}

/** Other errors that a page throws may be due to the session, which is made up. */
async function whyNotRendered(process: RenderProcess, part: Part, request: RenderRequest): Promise<string | undefined> {
  const failure = await findFailure(process, { ...part, request })
  if (!failure) return undefined
  if (failure.reason === 'late') {
    return `has not rendered after ${PART_LIMIT_MS / 1_000} s: nothing may run forever in a render`
  }
  const [message = ''] = failure.message.split('\n')
  if (failure.reason === 'ended') return `does not render: ${message}`
  return isMissing(failure) ? `does not render: ${message}. ${browserOnly}` : undefined
}

function isMissing({ message }: RenderFailure): boolean {
  return message.startsWith('ReferenceError')
}

async function findFailure(
  process: RenderProcess,
  task: Part & { request?: RenderRequest },
): Promise<RenderFailure | undefined> {
  try {
    await process.render({ url: JSON.stringify(task) }, PART_LIMIT_MS)
    return undefined
  } catch (error) {
    if (!(error instanceof RenderFailure)) throw error
    return error
  }
}
