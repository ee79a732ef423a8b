import { createHash } from 'node:crypto'
import type { OfflineKit } from '../service-worker/offline-kit.ts'
import { filesOf, type PageFile } from './preloads.ts'
import type { Published } from './published.ts'

/**
 * `/sw.js`: names what to keep, so that it is another script after each release, and takes the worker's code from the
 * release of the shell. Undefined: a development server's shell has none.
 */
export function serviceWorkerScript(published: Published): string | undefined {
  const { shell } = published
  if (!shell.serviceWorker) return undefined
  const [code] = filesOf(shell, [shell.serviceWorker])
  return `self.offlineKit = ${JSON.stringify(offlineKit(published))}\nimportScripts('${code?.href}')\n`
}

/** All of the shell, and of the remotes that have a page to be read without a network. */
function offlineKit({ shell, remotes }: Published): OfflineKit {
  const releases = [
    shell,
    ...remotes.map(({ current }) => current).filter(({ manifest }) => manifest.routes.some(({ offline }) => offline)),
  ]
  const files = releases.flatMap((release) => filesOf(release, Object.keys(release.files ?? {})))
  const routes = [...shell.routes, ...remotes.flatMap(({ current }) => current.manifest.routes)]
  const sections = routes.filter(({ layout }) => layout === 'main').map(({ path }) => path.split('/')[1] ?? '')
  return { name: `kit-${versionOf(files)}`, files, sections: [...new Set(sections)] }
}

function versionOf(files: readonly PageFile[]): string {
  return createHash('sha256')
    .update(files.map(({ href }) => href).join('\n'))
    .digest('hex')
    .slice(0, 12)
}
