import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder, remoteNames, repository } from '@portal/platform/bundler/paths'
import { serverFile, toIntegrity } from '@portal/platform/bundler/release'
import { serverBundle } from '@portal/platform/bundler/server-bundle'
import type { LiveReleases } from '@portal/platform/releases/live'
import { createRenderer, type Renderer, type RendererOptions } from '@portal/platform/rendering/renderer'
import type { Configuration } from 'webpack'

// The bundle for the server of the one build. It has the pages of all remotes too; a remote's own file hands them on.

type ServerBundle = { file: string; integrity: string }

/** Returns the configuration of the bundle, which is built into `made`, and writes its entry into `folder`. */
export function oneServerBundle(folder: string, made: string, version: string): Configuration {
  const entry = join(folder, 'server.ts')
  writeFileSync(entry, entrySource())
  const target = { version, folder: made, cacheFolder, mode: 'production' } as const
  return { ...serverBundle(join(repository, 'shell'))(target), entry: { server: entry } }
}

/** Writes the file of a remote below `filesFolder`. */
export function writeServerFile(filesFolder: string, name: string, version: string): ServerBundle {
  const made = join(filesFolder, name, version)
  const source = `module.exports = require(${JSON.stringify(moduleName(name))})`
  mkdirSync(made, { recursive: true })
  writeFileSync(join(made, serverFile), source)
  return { file: serverFile, integrity: toIntegrity(source) }
}

/**
 * Renders with these files: in the one build the releases of remotes have the name of the shell,
 * whose files they are in the browser.
 */
export function createOneRenderer(options: RendererOptions): Renderer {
  const renderer = createRenderer(options)
  return {
    ...renderer,
    render: (live, request, route) => renderer.render(namedAsRemotes(live), request, route),
    prepare: (published) => renderer.prepare(namedAsRemotes(published)),
  }
}

function namedAsRemotes(live: LiveReleases): LiveReleases {
  return {
    ...live,
    remotes: live.remotes.map((remote) => ({ ...remote, current: { ...remote.current, name: remote.name } })),
  }
}

function moduleName(name: string): string {
  return `one-build/${name}`
}

function entrySource(): string {
  const shell = JSON.stringify(join(repository, 'shell/server/main.tsx'))
  const imports = remoteNames.map(
    (name, index) => `import * as remote${index} from ${JSON.stringify(join(repository, name, 'remote.ts'))}`,
  )
  const pages = remoteNames.map((name, index) => `${JSON.stringify(moduleName(name))}: remote${index}`)
  return `
import * as shell from ${shell}
${imports.join('\n')}
export const render = shell.render
export const provide = async () => ({ ...(await shell.provide()), ${pages.join(', ')} })
`
}
