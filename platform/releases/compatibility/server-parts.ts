import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toIntegrity } from '../../bundler/release.ts'
import type { ServerFile } from '../../rendering/messages.ts'
import { RenderFailure, type RenderProcess, startRenderProcess } from '../../rendering/render-process.ts'

// A page is a lazy import of its remote: its module runs when a user opens it. The gate loads all of them, so that
// one which throws or never ends is found before it is live.

/** How long bundles may take to load at the gate. */
export const LOAD_LIMIT_MS = 30_000
/** A module loads in milliseconds. */
const PART_LIMIT_MS = 5_000

const browserOnly = 'What only a browser has is read in an effect or an event, not at the top of a module'

type Part = { remote: string; kind: 'page' | 'slot'; name: string }

/** `reason` says what is wrong and what to do. */
export type BrokenPart = Part & { reason: string }

/** The names of what each remote exports. */
type Exported = Record<'pages' | 'slots', Readonly<Record<string, readonly string[]>>>

/** Loads the module of each page and each slot in the render processes. The first file is the shell's. */
export async function brokenParts(
  [shell, ...remotes]: readonly ServerFile[],
  { pages, slots }: Exported,
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
      const reason = await findFailure(running, part)
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

/** Writes a shell that loads a part instead of rendering a page. */
async function loadingShell({ name, path }: ServerFile, folder: string): Promise<ServerFile> {
  const code = `${await readFile(path, 'utf8')}
;{
  const shell = module.exports
  const render = async ({ url }, remotePage, remoteSlot) => {
    const { remote, kind, name } = JSON.parse(url)
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

/** Returns why a part does not load. */
async function findFailure(process: RenderProcess, part: Part): Promise<string | undefined> {
  try {
    await process.render({ url: JSON.stringify(part) }, PART_LIMIT_MS)
    return undefined
  } catch (error) {
    if (!(error instanceof RenderFailure)) throw error
    if (error.reason === 'late') {
      return `has not loaded after ${PART_LIMIT_MS / 1_000} s: nothing may be awaited, or run forever, at its top`
    }
    const [message = ''] = error.message.split('\n')
    const isMissing = message.startsWith('ReferenceError')
    return `does not load: ${message}${isMissing ? `. ${browserOnly}` : ''}`
  }
}
