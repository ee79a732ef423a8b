import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { readBuild } from '../../bundler/build-release.ts'
import { platformRoot, remoteNames, repository } from '../../bundler/paths.ts'
import {
  apiTypesFile,
  formatRelease,
  isShell,
  type Release,
  type RemoteRelease,
  type ShellRelease,
} from '../../bundler/release.ts'
import type { Registry } from '../registry.ts'
import { readStoredFile } from '../releases.ts'
import { unlessDamaged } from '../stores/release-content.ts'
import type { ReleaseStore } from '../stores/store.ts'
import { byItself, type Problem } from './problem.ts'
import { readRollbackTargets } from './rollback-targets.ts'
import { compileProject, moduleName, readShellTypes, write } from './type-check.ts'

/**
 * Returns where live remotes do not compile against the declarations of a joining shell, such as a property of a widget
 * that became required. The sources come from the releases. Releases that are older than the stored sources are not
 * checked, and neither are remotes of other repositories that import libraries which `shared` does not have.
 */
export async function brokenRemoteTypes(
  builds: readonly string[],
  names: Registry['names'],
  store: ReleaseStore,
  report: (line: string) => void,
): Promise<Problem[]> {
  const joining = builds.map((folder) => readBuild<Release>(folder))
  const shell = joining.findIndex(isShell)
  const folder = builds[shell]
  if (!folder) return []
  const { targets } = await readRollbackTargets(store, names, joining)
  const remotes = targets.filter(({ sources }) => sources)
  if (remotes.length === 0) return []
  const types: Record<string, string> = JSON.parse(readFileSync(join(folder, apiTypesFile), 'utf8'))
  const problems = await Promise.all(
    remotes.map(async (remote) => {
      const sources = await unlessDamaged(readSources(remote, store), ({ message }) =>
        report(`Not checked: ${message}`),
      )
      const lines = sources && canCompile(remote.name, sources) ? await compile(remote.name, sources, types) : []
      return lines.map((line) => ({
        text: `${formatRelease(remote)} does not compile with the types of the new shell: ${line}`,
        between: [remote.name, 'shell'],
      }))
    }),
  )
  return problems.flat()
}

/**
 * Returns where a remote that was built before does not compile with the types of shells. Its sources come from the
 * build in `folder`, because the working copy may differ. `ofJoining` has the types of a shell that goes live with it.
 * Remotes that `brokenRemoteTypes` does not check are not checked here either.
 */
export async function brokenStoredTypes(
  folder: string,
  shells: readonly ShellRelease[],
  store: ReleaseStore,
  ofJoining?: string,
): Promise<Problem[]> {
  const remote = readBuild<RemoteRelease>(folder)
  if (!remote.sources) {
    if (!remoteNames.includes(remote.name)) return []
    return [
      byItself(`${formatRelease(remote)} has no sources, so its types cannot be checked: build it from its commit`),
    ]
  }
  const sources = unpacked(readFileSync(join(folder, remote.sources.file)))
  if (!canCompile(remote.name, sources)) return []
  const ofShells = await Promise.all(
    shells.map(async ({ version }) => ({
      shell: `shell ${version}`,
      types: await readShellTypes(store, version),
    })),
  )
  const all = ofJoining
    ? [...ofShells, { shell: 'the shell of this release', types: JSON.parse(ofJoining) as Record<string, string> }]
    : ofShells
  const problems = await Promise.all(
    all.map(async ({ shell, types }) => {
      const lines = await compile(remote.name, sources, types)
      return lines.map((line) => ({
        text: `${formatRelease(remote)} against ${shell}: ${line}`,
        between: [remote.name, 'shell'],
      }))
    }),
  )
  return problems.flat()
}

async function readSources(release: Release, store: ReleaseStore): Promise<Record<string, string> | undefined> {
  return release.sources && unpacked(await readStoredFile(store, release, release.sources))
}

function unpacked(sources: Buffer): Record<string, string> {
  return JSON.parse(gunzipSync(sources).toString())
}

/**
 * Returns whether everything that the sources import is installed here. Libraries of a remote in another repository may
 * be missing.
 */
function canCompile(name: string, sources: Record<string, string>): boolean {
  if (remoteNames.includes(name)) return true
  const own = Object.entries(sources).filter(([file]) => file.startsWith(`${name}/`))
  const imported = own.flatMap(([, text]) => [...text.matchAll(/\b(?:from|import)\b[\s(]*['"]([^'"]+)['"]/g)])
  const libraries = imported.map(([, request = '']) => request).filter((request) => !/^(\.|@portal\/)/.test(request))
  return libraries.every(isInstalled)
}

/** Returns whether TypeScript finds a library from `shared`, `@scope/library/module`. Node looks in more folders. */
function isInstalled(library: string): boolean {
  const name = library.split('/', library.startsWith('@') ? 2 : 1).join('/')
  return ['shared/node_modules', 'node_modules'].some((folder) => existsSync(join(platformRoot, folder, name)))
}

/** Returns the errors of the compiler in the sources, by their paths in the repository. */
async function compile(
  name: string,
  sources: Record<string, string>,
  types: Record<string, string>,
): Promise<string[]> {
  // The sources of the remote find its dependencies, and the types find those of `shared`.
  const sharedFolder = join(platformRoot, 'shared')
  const packageFolder = remoteNames.includes(name) ? join(repository, name) : sharedFolder
  const [ofShared, ofRemote] = [createFolder(sharedFolder, name), createFolder(packageFolder, name)]
  try {
    for (const [file, text] of Object.entries(types)) write(join(ofShared, file), text)
    for (const [file, text] of Object.entries(sources)) write(targetPath(file, ofShared, ofRemote), text)
    const stored = Object.keys(sources).filter((file) => file.startsWith('shared/'))
    const paths = {
      ...Object.fromEntries(Object.keys(types).map((file) => [moduleName(file), [`./${file}`]])),
      ...Object.fromEntries(stored.map((file) => [storedName(file), [`./${file.slice('shared/'.length)}`]])),
    }
    const prefixes = [ofRemote, ofShared].map((folder) => `${relative(repository, folder)}/`)
    const lines = await compileProject(
      ofShared,
      ['remote.ts', 'manifest.ts'].map((file) => join(ofRemote, name, file)),
      paths,
      prefixes,
    )
    return lines.map((line) => prefixes.reduce((text, prefix) => text.replace(prefix, ''), line))
  } finally {
    for (const folder of [ofShared, ofRemote]) rmSync(folder, { recursive: true, force: true })
  }
}

function targetPath(file: string, ofShared: string, ofRemote: string): string {
  return file.startsWith('shared/') ? join(ofShared, file.slice('shared/'.length)) : join(ofRemote, file)
}

/** Creates a folder inside a package, where sources find the dependencies of the package. */
function createFolder(packageFolder: string, remote: string): string {
  const gate = join(packageFolder, '.types/gate')
  mkdirSync(gate, { recursive: true })
  return mkdtempSync(join(gate, `${remote}-`))
}

/**
 * `shared/contracts/balance.ts` → `@portal/contracts/balance`, `shared/format/money.ts` → `@portal/shared/format/money`
 */
function storedName(file: string): string {
  return `@portal/${file.replace(/(\.d)?\.tsx?$/, '').replace(/^shared\/contracts\//, 'contracts/')}`
}
