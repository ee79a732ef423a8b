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
import { consumedModules, versionsByImport } from './shared-modules.ts'
import { splitChunks } from './split-chunks.ts'

/** The default export of a package's `webpack.config.ts`: `export default shellBundle(import.meta.dirname)`. */
export type Bundle = (target: Target) => webpack.Configuration

/** The first file of a remote that the federation loads. */
export const entryFile = 'entry.js'

/** A remote exposes one module, `remote.ts`. All shared modules that it imports come from the shell. */
export const remoteBundle =
  (packageFolder: string): Bundle =>
  (target) => {
    const container = containerName(basename(packageFolder), target.version)
    return bundle(packageFolder, target, {
      uniqueName: container,
      // The federation adds the entry.
      entry: {},
      publicPath: 'auto',
      rules: [checkStylesheets()],
      plugins: [
        new CheckedFilesPlugin(),
        new FacadesPlugin(packageFolder),
        new ExposedInEntryPlugin(),
        runtimeOfShell(),
        new ModuleFederationPlugin({
          name: container,
          filename: entryFile,
          library: { type: 'var', name: container },
          exposes: { './remote': './remote.ts' },
          shared: consumedModules(),
          // As in the shell (shell/src/remotes/host.ts): a dead remote must not stop the others.
          shareStrategy: 'loaded-first',
          manifest: false,
          dts: false,
          dev: false,
          // Remotes load no other remotes, and the registry takes the place of manifests («snapshots»).
          experiments: {
            optimization: { disableSnapshot: true, disableRemote: true, target: 'web' },
          },
        }),
      ],
    })
  }

/** Rejects stylesheets of a remote that would also style the pages of others. */
function checkStylesheets(): webpack.RuleSetRule {
  return {
    test: /\.css$/,
    exclude: join(platformRoot, 'shared'),
    enforce: 'pre',
    loader: bundlerModule('remote-css-loader'),
  }
}

/** The shell has the runtime of the federation, so a remote uses it instead of bringing a copy. */
function runtimeOfShell() {
  const runtime = /webpack-bundler-runtime[\\/]dist[\\/]bundler\.js$/
  return new webpack.NormalModuleReplacementPlugin(runtime, bundlerModule('runtime-of-shell'))
}

/** The shell starts the federation by its own code (shell/src/remotes/host.ts), without the plugin. */
export const shellBundle =
  (packageFolder: string): Bundle =>
  (target) => {
    const name = basename(packageFolder)
    const isProduction = target.mode === 'production'
    return bundle(packageFolder, target, {
      uniqueName: name,
      entry: {
        main: './src/main.tsx',
        'service-worker': './service-worker/service-worker.ts',
        ...(isProduction && productionEntries),
      },
      publicPath: addressInPage(name, target),
      optimization: {
        splitChunks: splitChunks(isProduction),
        // A file that several entries share keeps what any of them uses. By default webpack keeps it per entry, behind
        // conditions.
        ...(isProduction && { usedExports: 'global' }),
      },
      plugins: [
        new CheckedFilesPlugin(),
        // Runs again after `splitChunks` (stage 10), which may leave two chunks with the same modules.
        new webpack.optimize.MergeDuplicateChunksPlugin({ stage: 20 }),
        ...removeUnusedFederation(packageFolder),
        providedTable({ hasLazyFolders: true }),
      ],
    })
  }

const productionEntries = {
  [entryPagesName]: './src/sign-in/entry-pages/main.tsx',
  // An entry of its own, because it also reports when another entry does not start.
  telemetry: './src/telemetry/collector.ts',
}

/**
 * Modules of the federation's runtime that the portal does not use, such as `./plugins/snapshot/SnapshotHandler.js`.
 * They would add 5 kB to the first page.
 */
const unusedFederation = [
  // For manifests and preloading by them. The portal's registry names the files of each release instead.
  'SnapshotHandler',
  'generate-preload-assets',
  'utils/preload',
  // For remotes that load other remotes.
  'remotes',
  'init',
  // For copies of shared modules in remotes, and for tree shaking of shared modules.
  'getSharedFallbackGetter',
  'installInitialConsumes',
]

function removeUnusedFederation(shellFolder: string): webpack.WebpackPluginInstance[] {
  const unused = new RegExp(`^\\.{1,2}/(.*/)?(${unusedFederation.join('|')})\\.js$`)
  return [
    new webpack.NormalModuleReplacementPlugin(unused, join(shellFolder, 'src/remotes/unused-modules.ts')),
    // The runtime asks these constants, and the minifier removes the branches that cannot run.
    new webpack.DefinePlugin({
      FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
      FEDERATION_OPTIMIZE_NO_REMOTE: 'false',
      FEDERATION_OPTIMIZE_NO_SHARED: 'false',
      ENV_TARGET: JSON.stringify('web'),
    }),
  ]
}

/**
 * Empty in production: the page sets the address when it starts (shell/src/remotes/public-path.ts), so that `main.js`
 * is the same file in each version. In development webpack's client needs the address earlier.
 */
function addressInPage(name: string, { mode, version }: Target): string {
  return mode === 'production' ? '' : `/releases/${name}/${version}/`
}

/**
 * Tells the shell (shell/src/remotes/provided-modules.ts) which modules of `shared` it provides to remotes:
 *
 *     LIBRARY_VERSIONS → { react: '19.3.1', … }
 *     PROVIDED_FOLDERS.ui.path → '…/shared/ui'
 *
 * They are constants, because webpack has to know the folders when it builds the shell. With
 * `hasLazyFolders`, a page loads the folders that `provided.ts` marks as lazy only when it uses them.
 */
export function providedTable({ hasLazyFolders }: { hasLazyFolders: boolean }): webpack.DefinePlugin {
  const folders = Object.entries(providedFolders).map(([folder, { requests, ...options }]) => [
    folder,
    {
      path: JSON.stringify(join(platformRoot, 'shared', folder)),
      requests,
      mode: JSON.stringify(hasLazyFolders && 'isLazy' in options ? 'lazy' : 'sync'),
    },
  ])
  return new webpack.DefinePlugin({
    LIBRARY_VERSIONS: JSON.stringify(versionsByImport()),
    PROVIDED_FOLDERS: Object.fromEntries(folders),
  })
}

/** The gallery of components (shared/gallery). It has no shell, so it needs a Trusted Types policy of its own. */
export const galleryBundle =
  (folder: string): Bundle =>
  (target) =>
    bundle(folder, target, {
      uniqueName: 'gallery',
      entry: { main: './main.tsx' },
      publicPath: '/',
      trustedTypes: 'portal',
    })

/** `mfe-tips`, `3f2a` → `mfe_tips_3f2a`. With the version, so that two releases in one page do not share a global. */
export function containerName(name: string, version: string): string {
  return `${name}_${version}`.replaceAll('-', '_')
}
