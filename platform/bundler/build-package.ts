import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { RemoteRoute } from '@portal/shared/manifest'
import { providedFolders, providedName } from '@portal/shared/provided'
import webpack, { type Compilation } from 'webpack'
import { namedAddresses } from './addresses.ts'
import { apiCalls } from './api-calls.ts'
import { emitApiTypes } from './api-types.ts'
import type { Target } from './bundle.ts'
import { entryPages } from './entry-pages.ts'
import { requireInputs } from './inputs.ts'
import { dynamicImports, importedPart, partWith } from './loaded-parts.ts'
import { readSdkPackage } from './package-json.ts'
import { importBundle, importFrom, importManifest } from './package-modules.ts'
import { pageImports, slotImports } from './page-imports.ts'
import { builtFolder, cacheFolder, repository } from './paths.ts'
import {
  apiTypesFile,
  OLDEST_SDK,
  type PartFiles,
  type Release,
  type RemoteRelease,
  type ShellRelease,
  serverFile,
  sourcesFile,
  toIntegrity,
} from './release.ts'
import { serverBundle } from './server-bundle.ts'
import { versionsByPackage } from './shared-modules.ts'
import { givenNames, usedNames } from './shared-names.ts'
import { packSourceMaps } from './source-maps.ts'
import { remoteSources } from './sources.ts'
import { containerName, entryFile } from './webpack.ts'
import { compressedBytes, compressFiles, fileIntegrity, listFiles, publishFolder } from './write-release.ts'

/** Builds one package of the workspace into its folder of built releases. @throws Error with the errors of webpack */
export async function buildPackage(name: string, version: string): Promise<void> {
  const bundle = await importBundle(name)
  const folder = builtFolder(name, version)
  mkdirSync(dirname(folder), { recursive: true })
  const made = mkdtempSync(join(dirname(folder), '.making-'))
  try {
    const target = { version, folder: made, cacheFolder, mode: 'production' } as const
    const compilation = await compile(bundle(target))
    requireInputs(name, compilation)
    const built = {
      name,
      version,
      builtAt: new Date().toISOString(),
      files: name === 'shell' ? fileIntegrity(made) : listFiles(made),
      addresses: namedAddresses(name),
      calls: await apiCalls([compilation]),
      shared: versionsByPackage(),
    }
    await compressFiles(made)
    const server = await buildServer(name, target)
    const maps = packSourceMaps(made)
    const release =
      name === 'shell'
        ? {
            ...(await shellRelease(built, compilation)),
            prerendered: await entryPages(compilation, made),
            server,
            maps,
            types: await writeTypes(made),
          }
        : {
            ...(await remoteRelease(built, compilation, made)),
            server,
            maps,
            sources: writeSources(name, compilation, made),
          }
    writeFileSync(join(made, 'release.json'), JSON.stringify(release, null, 2))
    publishFolder(made, folder)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

/** Builds the server bundle of the package into the same folder as the browser's files. */
async function buildServer(name: string, target: Target): Promise<Release['server']> {
  requireInputs(name, await compile(serverBundle(join(repository, name))(target)))
  return { file: serverFile, integrity: toIntegrity(readFileSync(join(target.folder, serverFile))) }
}

/** Writes the shell's types for remotes into the same folder as the browser's files. */
async function writeTypes(folder: string): Promise<ShellRelease['types']> {
  const types = JSON.stringify(await emitApiTypes())
  writeFileSync(join(folder, apiTypesFile), types)
  return { file: apiTypesFile, integrity: toIntegrity(types) }
}

/** Writes the sources of a remote into the same folder as the browser's files. */
function writeSources(name: string, compilation: Compilation, folder: string): Release['sources'] {
  const packed = gzipSync(JSON.stringify(remoteSources(name, compilation)))
  writeFileSync(join(folder, sourcesFile), packed)
  return { file: sourcesFile, integrity: toIntegrity(packed) }
}

type Built = Pick<RemoteRelease, 'name' | 'version' | 'builtAt' | 'addresses' | 'calls' | 'shared'> & {
  files: Record<string, string>
}

async function remoteRelease(built: Built, compilation: Compilation, folder: string): Promise<RemoteRelease> {
  const { manifest, budget } = await importManifest(built.name)
  const remote = join(repository, built.name, 'remote.ts')
  const exposed = partWith(compilation, remote)
  const [pageRequests, slotRequests] = [pageImports(remote), slotImports(remote)]
  const part = (name: string, request: string | undefined): [string, PartFiles] => {
    if (!request) throw new Error(`${built.name}/remote.ts has to have '${name}': () => import('./…')`)
    const { files, consumes } = together(exposed, importedPart(compilation, remote, request))
    return [name, { files: files.filter((file) => file !== entryFile), consumes }]
  }
  const pages = manifest.routes.map(({ path }) => part(path, pageRequests.get(path)))
  const slots = (manifest.fills ?? []).map((slot) => part(slot, slotRequests.get(slot)))
  return {
    ...built,
    entry: entryFile,
    container: containerName(built.name, built.version),
    manifest,
    pages: Object.fromEntries(pages),
    slots: Object.fromEntries(slots),
    uses: usedNames(compilation),
    bytes: compressedBytes(folder),
    budget,
    sdk: readSdkPackage().version,
  }
}

async function shellRelease(built: Built, compilation: Compilation): Promise<ShellRelease> {
  const { routes } = await importFrom<{ routes: readonly RemoteRoute[] }>('shell', 'manifest.ts')
  const main = [...(compilation.entrypoints.get('main')?.getFiles() ?? [])]
  return {
    ...built,
    scripts: main.filter((file) => file.endsWith('.js')),
    css: main.filter((file) => file.endsWith('.css')),
    host: importedPart(compilation, join(repository, 'shell/src/remotes/load-page.ts'), './host.ts').files,
    gives: givenNames(compilation),
    provides: provided(compilation),
    routes,
    oldestSdk: OLDEST_SDK,
    serviceWorker: compilation.entrypoints.get('service-worker')?.getFiles()[0],
  }
}

/** Returns the files of each provided module: `{ '@portal/shared/forms/form': ['forms.js', …] }`. */
function provided(compilation: Compilation): Record<string, string[]> {
  const parts = Object.keys(providedFolders).flatMap((folder) =>
    [...dynamicImports(compilation, join(repository, 'shared', folder))].map(([request, { files }]) => ({
      name: providedName(join(folder, request)),
      files,
    })),
  )
  return Object.fromEntries(parts.flatMap(({ name, files }) => (name ? [[name, files]] : [])))
}

function together(one: PartFiles, other: PartFiles): PartFiles {
  return {
    files: [...new Set([...one.files, ...other.files])],
    consumes: [...new Set([...one.consumes, ...other.consumes])],
  }
}

function compile(config: webpack.Configuration): Promise<Compilation> {
  const compiler = webpack(config)
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      compiler.close((closeError) => {
        if (error ?? closeError) return reject(error ?? closeError)
        if (!stats || stats.hasErrors())
          return reject(new Error(stats?.toString({ preset: 'errors-only', colors: false })))
        resolve(stats.compilation)
      })
    })
  })
}

if (import.meta.main) {
  const [name = '', version = ''] = process.argv.slice(2)
  await buildPackage(name, version).catch((error: Error) => {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  })
}
