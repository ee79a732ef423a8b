import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pageImports, slotImports } from '@portal/platform/bundler/page-imports'
import { cacheFolder, remoteNames, repository } from '@portal/platform/bundler/paths'
import {
  type PartFiles,
  type RemoteRelease,
  type ShellRelease,
  serverFile,
  toIntegrity,
} from '@portal/platform/bundler/release'
import { shellBundle } from '@portal/platform/bundler/webpack'
import { compressFiles, fileIntegrity } from '@portal/platform/bundler/write-release'
import type { LiveReleases } from '@portal/platform/releases/live'
import { createFolderStore } from '@portal/platform/releases/stores/folder-store'
import webpack, { type Compilation } from 'webpack'
import { oneServerBundle, writeServerFile } from './one-build-server.ts'

// Builds the portal's own sources as one webpack build, as without federation. Only the module that loads the pages of
// remotes is replaced by one that imports them.

const version = 'one-build'
const folder = join(repository, '.cache/one-build')

/** The store from which the portal server serves the files. */
export const oneBuildStore = createFolderStore(folder)

/** Builds the pages of the federated portal. */
export async function buildAsOne(federated: LiveReleases): Promise<LiveReleases> {
  const made = join(oneBuildStore.filesFolder, 'shell', version)
  rmSync(made, { recursive: true, force: true })
  mkdirSync(made, { recursive: true })
  const loader = join(folder, 'load-page.ts')
  writeFileSync(loader, loaderSource())
  const config = shellBundle(join(repository, 'shell'))({ version, folder: made, cacheFolder, mode: 'production' })
  config.plugins?.push(new webpack.NormalModuleReplacementPlugin(/\/load-page\.ts$/, loader))
  const compilation = await compile(config)
  await compile(oneServerBundle(folder, made, version))
  const server = { file: serverFile, integrity: toIntegrity(readFileSync(join(made, serverFile))) }
  const files = fileIntegrity(made)
  await compressFiles(made)
  const scripts = (compilation.entrypoints.get('main')?.getFiles() ?? []).filter((file) => file.endsWith('.js'))
  const css = (compilation.entrypoints.get('main')?.getFiles() ?? []).filter((file) => file.endsWith('.css'))
  const shell: ShellRelease = { ...federated.shell, version, files, scripts, css, host: [], provides: {}, server }
  writeFileSync(join(made, 'release.json'), JSON.stringify(shell))
  return {
    ...federated,
    shell,
    remotes: federated.remotes.map(({ name, current }) => ({
      name,
      current: {
        ...current,
        ...withFilesFrom(shell, current, compilation),
        server: writeServerFile(oneBuildStore.filesFolder, name, version),
      },
    })),
  }
}

/** Replaces the files of a remote's pages with files of the one build, so that they are preloaded in the same way. */
function withFilesFrom(
  shell: ShellRelease,
  { manifest }: RemoteRelease,
  compilation: Compilation,
): Partial<RemoteRelease> {
  const pages = manifest.routes.map(({ path }): [string, PartFiles] => [
    path,
    { files: chunkFiles(compilation, path), consumes: [] },
  ])
  const slots = (manifest.fills ?? []).map((slot): [string, PartFiles] => [
    slot,
    { files: chunkFiles(compilation, slot), consumes: [] },
  ])
  const [entry = ''] = [...slots, ...pages].flatMap(([, { files }]) => files)
  // This name puts its addresses below the shell's.
  return {
    ...{ name: 'shell', version: shell.version, files: shell.files, entry },
    ...{ pages: Object.fromEntries(pages), slots: Object.fromEntries(slots) },
  }
}

function chunkFiles(compilation: Compilation, path: string): string[] {
  const group = compilation.namedChunkGroups.get(chunkName(path))
  return [...(group?.getFiles() ?? [])]
}

function chunkName(path: string): string {
  return `page${path.replaceAll(/\W+/g, '-')}`
}

function loaderSource(): string {
  const parts = remoteNames.flatMap((name) => {
    const remote = join(repository, name, 'remote.ts')
    return [...pageImports(remote), ...slotImports(remote)].map(([part, request]) => {
      const file = JSON.stringify(join(repository, name, request))
      return `${JSON.stringify(part)}: () => import(/* webpackChunkName: "${chunkName(part)}" */ ${file}),`
    })
  })
  return `
const parts = { ${parts.join('\n')} }
export const loadPage = async (remote, path) => ({ ...(await parts[path]()), version: 'one-build' })
export const loadSlot = loadPage
export const loadPageAhead = (remote, path) => loadPage(remote, path).catch(() => {})
`
}

function compile(config: webpack.Configuration): Promise<Compilation> {
  const compiler = webpack(config)
  return new Promise((resolve, reject) => {
    compiler?.run((error, stats) => {
      compiler.close(() => {
        if (error || !stats || stats.hasErrors()) reject(error ?? new Error(stats?.toString('errors-only')))
        else resolve(stats.compilation)
      })
    })
  })
}
