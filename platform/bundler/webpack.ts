import { basename, join } from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import { providedFolders } from '@portal/shared/provided'
import webpack from 'webpack'
import { bundle, bundlerModule, type Target } from './bundle.ts'
import { CheckedFilesPlugin } from './checked-files-plugin.ts'
import { ExposedInEntryPlugin } from './exposed-in-entry-plugin.ts'
import { FacadesPlugin } from './facades-plugin.ts'
import { platformRoot } from './paths.ts'
import { entryPagesName } from './release.ts'
import { consumedModules, libraryVersions } from './shared-modules.ts'
import { splitChunks } from './split-chunks.ts'

/** The default export of a package's `webpack.config.ts`: `export default shellBundle(import.meta.dirname)`. */
export type Bundle = (target: Target) => webpack.Configuration

/** The first file of a remote that the federation loads. */
export const entryFile = 'entry.js'

/** A remote exposes one module, `remote.ts`; the shell provides all its shared modules. */
export const remoteBundle =
  (packageFolder: string): Bundle =>
  (target) => {
    const name = basename(packageFolder)
    const container = containerName(name, target.version)
    const config = bundle(packageFolder, target, container)
    config.entry = {}
    config.output = { ...config.output, publicPath: 'auto' }
    const checkSheet = bundlerModule('remote-css-loader')
    config.module?.rules?.push({
      test: /\.css$/,
      exclude: join(platformRoot, 'shared'),
      enforce: 'pre',
      loader: checkSheet,
    })
    config.plugins?.push(
      new CheckedFilesPlugin(),
      new FacadesPlugin(packageFolder),
      new ExposedInEntryPlugin(),
      new webpack.NormalModuleReplacementPlugin(
        /webpack-bundler-runtime[\\/]dist[\\/]bundler\.js$/,
        bundlerModule('runtime-of-shell'),
      ),
      new ModuleFederationPlugin({
        name: container,
        filename: entryFile,
        library: { type: 'var', name: container },
        exposes: { './remote': './remote.ts' },
        shared: consumedModules(),
        shareStrategy: 'loaded-first',
        manifest: false,
        dts: false,
        dev: false,
        experiments: {
          optimization: { disableSnapshot: true, disableRemote: true, target: 'web' },
        },
      }),
    )
    return config
  }

/**
 * Requests inside the federation's runtime for parts that the portal does not use: manifests, preloading by manifests,
 * remotes that have remotes or copies of shared modules, and tree shaking of shared modules.
 */
const unusedFederation =
  /^\.{1,2}\/(.*\/)?(SnapshotHandler|generate-preload-assets|utils\/preload|remotes|init|getSharedFallbackGetter|installInitialConsumes)\.js$/

/** The shell runs the federation itself (shell/src/remotes/host.ts), without the plugin. */
export const shellBundle =
  (packageFolder: string): Bundle =>
  (target) => {
    const name = basename(packageFolder)
    const config = bundle(packageFolder, target, name)
    config.entry = { main: './src/main.tsx', 'service-worker': './service-worker/service-worker.ts' }
    const production = target.mode === 'production'
    if (production) {
      // Development has neither.
      config.entry[entryPagesName] = './src/sign-in/entry-pages/main.tsx'
      // A separate entry, because it also reports when another one does not start.
      config.entry.telemetry = './src/telemetry/collector.ts'
    }
    config.output = { ...config.output, publicPath: addressInPage(name, target) }
    config.optimization = {
      ...config.optimization,
      splitChunks: splitChunks(production),
      // The code of a shared file is the same for every entry: by entry, webpack would write conditions into it.
      ...(production && { usedExports: 'global' as const }),
    }
    config.plugins?.push(
      new CheckedFilesPlugin(),
      // It runs again after `splitChunks` (stage 10), which may leave two chunks with the same modules.
      new webpack.optimize.MergeDuplicateChunksPlugin({ stage: 20 }),
      new webpack.NormalModuleReplacementPlugin(unusedFederation, join(packageFolder, 'src/remotes/unused-modules.ts')),
      providedTable({ lazy: true }),
      new webpack.DefinePlugin({
        FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
        // With constants, the minifier removes what would replace these two parts.
        FEDERATION_OPTIMIZE_NO_REMOTE: 'false',
        FEDERATION_OPTIMIZE_NO_SHARED: 'false',
        ENV_TARGET: JSON.stringify('web'),
      }),
    )
    return config
  }

/**
 * A release gets its address from the page (shell/src/remotes/public-path.ts). If its code contained the version,
 * `main.js` would change in each release. In development webpack's client needs the address before that.
 */
function addressInPage(name: string, { mode, version }: Target): string {
  return mode === 'production' ? '' : `/releases/${name}/${version}/`
}

/**
 * Defines the constants of the table of provided modules (shell/src/remotes/provided-modules.ts), because webpack reads
 * the arguments of its contexts from the source. With `lazy`, a page loads some of the folders only when it uses them.
 */
export function providedTable({ lazy }: { lazy: boolean }): webpack.DefinePlugin {
  const folders = Object.entries(providedFolders).map(([folder, { requests, ...options }]) => [
    folder,
    {
      path: JSON.stringify(join(platformRoot, 'shared', folder)),
      requests,
      mode: JSON.stringify(lazy && 'isLazy' in options ? 'lazy' : 'sync'),
    },
  ])
  return new webpack.DefinePlugin({
    LIBRARY_VERSIONS: JSON.stringify(libraryVersions()),
    PROVIDED_FOLDERS: Object.fromEntries(folders),
  })
}

/** A page of its own (shared/gallery) in no release, so webpack itself makes the addresses of its files trusted. */
export const galleryBundle =
  (folder: string): Bundle =>
  (target) => {
    const config = bundle(folder, target, 'gallery')
    config.entry = { main: './main.tsx' }
    config.output = { ...config.output, publicPath: '/', trustedTypes: 'portal' }
    return config
  }

/** `mfe-tips`, `3f2a` → `mfe_tips_3f2a`. Without the version, a page would run the first of two releases again. */
export function containerName(name: string, version: string): string {
  return `${name}_${version}`.replaceAll('-', '_')
}
