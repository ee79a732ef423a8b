import { join } from 'node:path'
import { readBuild } from '../../bundler/build-release.ts'
import { formatRelease, isShell, type Release } from '../../bundler/release.ts'
import type { Loaded, ServerFile } from '../../rendering/messages.ts'
import { RenderFailure, startRenderProcess } from '../../rendering/render-process.ts'
import { readLive } from '../live.ts'
import type { Registry } from '../registry.ts'
import { readRelease, readStoredFile } from '../releases.ts'
import { unlessDamaged } from '../stores/release-content.ts'
import type { ReleaseStore } from '../stores/store.ts'
import { pageRequests } from './page-requests.ts'
import { byItself, type Problem } from './problem.ts'
import { type BrokenPart, brokenParts, LOAD_LIMIT_MS, type PageRequests } from './server-parts.ts'

type Placed = { release: Release; folder: string; isJoining: boolean }

/**
 * Loads the bundles for the server as the portal server will: the builds in these folders, a joining remote with the
 * live shell, and a joining shell with the live remotes. Returns the bundles that do not load, remotes whose bundle
 * lacks one of their pages or slots, pages and slots whose modules do not load, and pages of joining remotes that do
 * not render.
 */
export async function brokenServerBundles(
  builds: readonly string[],
  names: Registry['names'],
  store: ReleaseStore,
  report: (line: string) => void,
): Promise<Problem[]> {
  const joining = builds.map((folder) => ({ release: readBuild<Release>(folder), folder, isJoining: true }))
  const live = await readOthers(joining, names, store, report)
  const shell = [...joining, ...live].find(({ release }) => isShell(release))
  if (!shell?.release.server) return []
  const remotes = (shell.isJoining ? [...joining, ...live] : joining).filter(({ release }) => release.server)
  return brokenTogether(
    shell,
    remotes.filter((placed) => placed !== shell),
  )
}

/** As `brokenServerBundles`, for a shell and remotes that are on this machine. */
async function brokenTogether(shell: Placed, remotes: readonly Placed[]): Promise<Problem[]> {
  const together = [shell, ...remotes]
  const files = together.flatMap(serverFile)
  const loaded = await load(files)
  const problems = together.flatMap((placed) => bundleProblems(placed, shell, loaded))
  if (problems.length > 0) return problems
  const broken = await brokenParts(files, loaded, joiningRequests(together))
  return together.flatMap((placed) => partProblems(placed, shell, broken))
}

/** A live remote was checked when it joined. */
function joiningRequests(together: readonly Placed[]): PageRequests {
  const shell = together.map(({ release }) => release).find(isShell)
  const requests: Record<string, PageRequests[string]> = {}
  for (const { release, isJoining } of together) {
    if (shell && isJoining && !isShell(release)) requests[release.name] = pageRequests(shell, release)
  }
  return requests
}

/**
 * Returns the current releases of the other names, on this machine. Reports those whose bundle is lost:
 * nothing loads it any more.
 */
async function readOthers(
  joining: readonly Placed[],
  names: Registry['names'],
  store: ReleaseStore,
  report: (line: string) => void,
): Promise<Placed[]> {
  const { shell, remotes } = await readLive(names, (name, pointer) => readRelease(store, name, pointer))
  const current: Release[] = [...(shell ? [shell] : []), ...remotes.map((remote) => remote.current)]
  const others = current.filter(({ name }) => joining.every(({ release }) => release.name !== name))
  const placed = others.map(async (release) => {
    const { name, version, server } = release
    if (server) await readStoredFile(store, release, server)
    await store.download?.(name, version)
    return { release, folder: join(store.filesFolder, name, version), isJoining: false }
  })
  const found = placed.map((one) => unlessDamaged(one, ({ message }) => report(`Not checked: ${message}`)))
  return (await Promise.all(found)).filter((one) => one !== undefined)
}

function serverFile({ release: { name, server }, folder }: Placed): ServerFile[] {
  return server ? [{ name, path: join(folder, server.file), integrity: server.integrity }] : []
}

async function load(files: readonly ServerFile[]): Promise<Loaded> {
  const process = startRenderProcess(files, LOAD_LIMIT_MS, () => {})
  try {
    return await process.loaded
  } catch (error) {
    if (!(error instanceof RenderFailure)) throw error
    return { pages: {}, slots: {}, failures: [{ name: error.source, message: error.message }] }
  } finally {
    process.kill()
    await process.ended
  }
}

/** Attributes a problem to the joining release, or to a live release with the shell that joins. */
function describe({ release, isJoining }: Placed, shell: Placed, text: string): Problem {
  const whole = `${formatRelease(release)}: ${text}`
  return isJoining
    ? byItself(whole)
    : { text: `${whole}, in ${formatRelease(shell.release)}`, between: [release.name, 'shell'] }
}

function partProblems(placed: Placed, shell: Placed, broken: readonly BrokenPart[]): Problem[] {
  return broken
    .filter(({ remote }) => remote === placed.release.name)
    .map(({ kind, name, reason }) => describe(placed, shell, `the module of its ${kind} ${name} ${reason}`))
}

function bundleProblems(placed: Placed, shell: Placed, { pages, slots, failures }: Loaded): Problem[] {
  const { release } = placed
  const problem = (text: string) => describe(placed, shell, text)
  const failure = failures.find(({ name }) => name === release.name)
  if (failure) {
    const [message = ''] = failure.message.split('\n')
    return [problem(`its bundle for the server does not load: ${message}`)]
  }
  // The process was ended by another bundle.
  const exported = pages[release.name]
  if (isShell(release) || !exported) return []
  const { routes, fills = [] } = release.manifest
  return [
    ...lacking(
      routes.map(({ path }) => path),
      exported,
    ).map((path) => problem(`its bundle for the server has no page for ${path}`)),
    ...lacking(fills, slots[release.name] ?? []).map((slot) =>
      problem(`its bundle for the server has nothing for slot ${slot}`),
    ),
  ]
}

function lacking(announced: readonly string[], exported: readonly string[]): string[] {
  return announced.filter((name) => !exported.includes(name))
}
