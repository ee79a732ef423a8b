import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import { providedFolders } from '@portal/shared/provided'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import MinimizerPlugin from 'minimizer-webpack-plugin'
import webpack from 'webpack'
import { cssTargets, ecmaVersion, floorFile, scriptTargets } from './browser-floor.ts'
import { CheckedFilesPlugin } from './checked-files-plugin.ts'
import { ExposedInEntryPlugin } from './exposed-in-entry-plugin.ts'
import { FacadesPlugin } from './facades-plugin.ts'
import { bundlerVersion } from './inputs.ts'
import { moduleExtension, platformRoot, sdkModules } from './paths.ts'
import { preactAliases } from './preact-aliases.ts'
import { entryPagesName } from './release.ts'
import { consumedModules, libraryVersions, requireOfShared } from './shared-modules.ts'
import { sourceMaps } from './source-maps.ts'
import { splitChunks } from './split-chunks.ts'
import { StableIdsPlugin } from './stable-ids-plugin.ts'

const require = createRequire(import.meta.url)

/** The folder and the version of a build. */
export type Target = { version: string; folder: string; cacheFolder: string; mode: 'production' | 'development' }

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
 * Requests inside the federation's runtime: for manifests, preloading by them, remotes that have remotes or copies of shared
 * modules, tree shaking of shared modules.
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
    // Telemetry is a separate entry, because it also reports when `main` does not start. Development has none.
    if (target.mode === 'production') config.entry.telemetry = './src/telemetry/collector.ts'
    config.output = { ...config.output, publicPath: addressInPage(name, target) }
    config.optimization = { ...config.optimization, splitChunks: splitChunks(target.mode === 'production') }
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
 * A release knows its address by the page (shell/src/remotes/public-path.ts): its version in the code would make `main.js` another
 * file in each release, with another address. In development webpack's client needs it before that.
 */
function addressInPage(name: string, { mode, version }: Target): string {
  return mode === 'production' ? '' : `/releases/${name}/${version}/`
}

/**
 * The pages before sign-in (shell/src/entry-pages): their own code, with Preact in the place of React and three addresses in that of the
 * router (docs/decisions/0028-pages-before-sign-in.md).
 */
export const entryPagesBundle =
  (packageFolder: string): Bundle =>
  (target) => {
    const name = basename(packageFolder)
    const config = entryPages(packageFolder, target, entryPagesName)
    config.entry = { [entryPagesName]: './src/entry-pages/main.tsx' }
    config.output = { ...config.output, publicPath: addressInPage(name, target) }
    config.plugins?.push(new CheckedFilesPlugin())
    return config
  }

/** The same pages for Node, as `prerender.js`: the build renders their HTML. */
export const prerenderBundle =
  (packageFolder: string): Bundle =>
  (target) => {
    const config = entryPages(packageFolder, target, 'prerender')
    config.target = 'node'
    config.entry = { prerender: './src/entry-pages/prerender.tsx' }
    config.output = { path: target.folder, filename: '[name].js', library: { type: 'commonjs2' } }
    config.optimization = { minimize: false }
    config.plugins?.push(new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 }))
    return config
  }

function entryPages(packageFolder: string, target: Target, name: string): webpack.Configuration {
  const config = bundle(packageFolder, target, name, { part: `${name}.`, hasSheets: true })
  config.resolve = { ...config.resolve, alias: preactAliases(packageFolder) }
  return config
}

/**
 * Defines what the table of provided modules (shell/src/remotes/provided-modules.ts) names: webpack reads the arguments of its contexts
 * from the source. `lazy`: those of which a page of the browser loads only the ones that it uses.
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

/** A page of its own (shared/gallery), in no release: no registry names its files, so webpack itself says which are trusted. */
export const galleryBundle =
  (folder: string): Bundle =>
  (target) => {
    const config = bundle(folder, target, 'gallery')
    config.entry = { main: './main.tsx' }
    config.output = { ...config.output, publicPath: '/', trustedTypes: 'portal' }
    return config
  }

/** `mfe-tips`, `3f2a` → `mfe_tips_3f2a`. Without the version a second release in a page would run the code of the first one. */
export function containerName(name: string, version: string): string {
  return `${name}_${version}`.replaceAll('-', '_')
}

type BundleOptions = {
  /** What the names of the chunks begin with, where one folder has the files of two bundles. */
  part?: string
  /** The page has all stylesheets from the start. */
  hasSheets?: boolean
}

export function bundle(
  packageFolder: string,
  target: Target,
  uniqueName: string,
  { part = '', hasSheets = false }: BundleOptions = {},
): webpack.Configuration {
  const production = target.mode === 'production'
  const name = basename(packageFolder)
  return {
    name,
    mode: target.mode,
    target: ['web', `browserslist:${floorFile}`],
    context: packageFolder,
    devtool: production ? false : 'cheap-module-source-map',
    output: {
      path: target.folder,
      // Names have no hashes, which the entry would list for each chunk: the folder of a release has the version.
      filename: '[name].js',
      chunkFilename: `${part}[name].js`,
      uniqueName,
      crossOriginLoading: 'anonymous',
      // After this timeout the file can be requested again; a section has its own timeout (shell/src/remotes/load-page.ts).
      // A development server responds when it has compiled.
      chunkLoadTimeout: production ? 5000 : 120_000,
      // The next attempt runs a module again that threw, instead of reusing its partial state.
      strictModuleExceptionHandling: true,
    },
    resolve: { extensions: ['.js'], alias: { ...(production ? productionRouter() : {}), ...modulesOfSdk() } },
    module: {
      rules: [
        scriptRule(scriptTargets, production),
        {
          test: /\.css$/,
          use: [
            MiniCssExtractPlugin.loader,
            {
              loader: require.resolve('css-loader'),
              options: { modules: cssModules(name, production), sourceMap: !production },
            },
            bundlerModule('css-layer-loader'),
          ],
        },
      ],
    },
    plugins: [
      ...(production ? [new StableIdsPlugin(), compiledWhileLoading(), sourceMaps(packageFolder)] : []),
      new MiniCssExtractPlugin({
        filename: '[name].css',
        chunkFilename: `${part}[name].css`,
        runtime: !hasSheets,
        // With layers and modules the order of stylesheets has no effect.
        ignoreOrder: true,
      }),
      new webpack.NormalModuleReplacementPlugin(/error-codes[\\/]dist[\\/]desc\.mjs$/, bundlerModule('no-error-texts')),
    ],
    optimization: {
      // In development too, stylesheets are compiled for the oldest browsers.
      minimize: true,
      minimizer: [...(production ? [scriptMinimizer()] : []), sheetMinimizer(production)],
      // StableIdsPlugin gives the ids. Names of exports are short: webpack's default ones are hashes, and 0.8 kB more in the first page.
      ...(production && { moduleIds: false, chunkIds: false, mangleExports: 'size' as const }),
    },
    // A release is built without the cache: what webpack reads from it is in another order, and gives other bytes to the same sources.
    cache: !production && {
      type: 'filesystem',
      cacheDirectory: target.cacheFolder,
      name: `${name}-${part}${target.mode}`,
      version: bundlerVersion(),
    },
    performance: false,
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'error' },
  }
}

/**
 * Makes V8 compile all functions of a script beside the page while it loads. Otherwise it reads over most of them, and compiles each when
 * it is first called, where the page waits. Other engines ignore the comment.
 */
function compiledWhileLoading() {
  return new webpack.BannerPlugin({
    banner: '//# allFunctionsCalledOnLoad',
    raw: true,
    test: /\.js$/,
    // The minifier would remove it.
    stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
  })
}

function scriptMinimizer() {
  return new MinimizerPlugin({
    test: /\.js$/,
    minify: MinimizerPlugin.swcMinify,
    minimizerOptions: { ecma: ecmaVersion, compress: { passes: 2 }, format: { comments: false } },
    extractComments: false,
    parallel: false,
  })
}

function sheetMinimizer(production: boolean) {
  return new MinimizerPlugin({
    test: /\.css$/,
    minify: MinimizerPlugin.lightningCssMinify,
    minimizerOptions: { targets: cssTargets, minify: production },
    parallel: false,
  })
}

/** A file of this folder that webpack loads by its path. */
function bundlerModule(name: string): string {
  return join(import.meta.dirname, name + moduleExtension)
}

/** Where the SDK has `shared` and the contracts: `{ '@portal/shared/zod$': '…/shared/zod.js' }`. */
function modulesOfSdk(): Record<string, string> {
  const modules = Object.entries(sdkModules ?? {})
  return Object.fromEntries(
    modules.map(([name, file]) => [`${name}$`, join(platformRoot, file.replace(/\.tsx?$/, '.js'))]),
  )
}

/** The router exports its development build for every condition; the production build is beside it. */
function productionRouter(): Record<string, string> {
  const development = createRequire(requireOfShared.resolve('react-router-dom')).resolve('react-router')
  const folder = join(dirname(development), '../production')
  return { 'react-router$': join(folder, 'index.mjs'), 'react-router/dom$': join(folder, 'dom-export.mjs') }
}

/** Compiles TypeScript for the oldest of the targets. */
export function scriptRule(targets: Readonly<Record<string, string>>, production: boolean): webpack.RuleSetRule {
  const options = {
    env: { targets },
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      // Both modes have the same JSX runtime, because it is shared.
      transform: { react: { runtime: 'automatic', refresh: !production } },
    },
  }
  return { test: /\.tsx?$/, use: { loader: require.resolve('swc-loader'), options } }
}

/** Returns how css-loader names the classes of CSS modules: the same in the browser's bundle as in the server's. */
export function cssModules(name: string, production: boolean) {
  return {
    auto: /\.module\.css$/,
    namedExport: false,
    exportLocalsConvention: 'as-is',
    localIdentName: production ? '[hash:base64:6]' : '[name]__[local]',
    // Otherwise equal relative paths of two packages would get equal class names.
    localIdentHashSalt: name,
  }
}
