import { join } from 'node:path'
import RefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin'
import type { RemoteRoute } from '@portal/shared/manifest'
import webpack from 'webpack'
import WebpackDevServer from 'webpack-dev-server'
import { importBundle, importFrom, importManifest } from '../bundler/package-modules.ts'
import { cacheFolder, repository } from '../bundler/paths.ts'
import type { RemoteRelease, ShellRelease } from '../bundler/release.ts'
import { containerName, entryFile } from '../bundler/webpack.ts'

export type DevServer = {
  url: string
  prefix: string
  stop(): Promise<void>
}

/** The version of what was built for development. */
export const DEV_VERSION = 'dev'

/** Returns the settings of webpack for a package with Fast Refresh. */
export async function devConfig(name: string, folder: string): Promise<webpack.Configuration> {
  const bundle = await importBundle(name)
  const config = bundle({ version: DEV_VERSION, folder, cacheFolder, mode: 'development' })
  config.plugins?.push(new RefreshPlugin({ overlay: false }))
  return config
}

/** Serves a package from its sources with Fast Refresh at `/releases/<name>/dev/`. Resolves after the first build. */
export async function startDevServer(name: string, port: number): Promise<DevServer> {
  const compiler = webpack(await devConfig(name, join(repository, 'dist/dev', name)))
  if (!compiler) throw new Error(`${name} has no compiler`)
  const prefix = `/releases/${name}/${DEV_VERSION}`
  const server = new WebpackDevServer(
    {
      host: '127.0.0.1',
      port,
      static: false,
      // By default a signal would end the process before the API and the database are stopped.
      setupExitSignals: false,
      // 0.0.0.0:0 stands for the address of the page. Errors appear in the console only, because the policy of the page
      // blocks the inline styles of the overlay.
      client: { overlay: false, logging: 'warn', webSocketURL: `auto://0.0.0.0:0${prefix}/ws` },
      webSocketServer: { type: 'ws', options: { path: `${prefix}/ws` } },
      devMiddleware: { publicPath: `${prefix}/` },
      // The portal server proxies this server, so the page has another address. It listens only on this machine.
      allowedHosts: 'all',
    },
    compiler,
  )
  const built = new Promise<void>((resolve) => compiler.hooks.done.tap('startDevServer', () => resolve()))
  await server.start()
  await built
  return {
    url: `http://127.0.0.1:${port}`,
    prefix,
    stop: () => server.stop(),
  }
}

/** Returns the release file of a development server, whose files have no permanent hash. */
export async function devShellRelease(): Promise<ShellRelease> {
  const { routes } = await importFrom<{ routes: readonly RemoteRoute[] }>('shell', 'manifest.ts')
  return {
    ...unpublished('shell'),
    scripts: ['main.js'],
    css: ['main.css'],
    host: [],
    provides: {},
    gives: {},
    routes,
  }
}

export async function devRemoteRelease(name: string): Promise<RemoteRelease> {
  const { manifest } = await importManifest(name)
  return {
    ...unpublished(name),
    entry: entryFile,
    container: containerName(name, DEV_VERSION),
    manifest,
    pages: {},
    uses: {},
    bytes: {},
    budget: { entry: Number.POSITIVE_INFINITY, page: Number.POSITIVE_INFINITY, slot: Number.POSITIVE_INFINITY },
  }
}

function unpublished(name: string) {
  return { name, version: DEV_VERSION, builtAt: new Date().toISOString(), files: null, addresses: [], shared: {} }
}
