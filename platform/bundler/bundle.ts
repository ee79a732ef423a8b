import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import MinimizerPlugin from 'minimizer-webpack-plugin'
import webpack from 'webpack'
import { bundlerVersion } from './inputs.ts'
import { browserslistFile, cssTargets, ECMA_VERSION, scriptTargets } from './minimum-browsers.ts'
import { moduleExtension, platformRoot, sdkModules } from './paths.ts'
import { requireOfShared } from './shared-modules.ts'
import { sourceMaps } from './source-maps.ts'

const require = createRequire(import.meta.url)

/** The folder and the version of a build. */
export type Target = { version: string; folder: string; cacheFolder: string; mode: 'production' | 'development' }

/** What one kind of bundle adds to what all have in common. */
type BundleOptions = {
  /** The name of its webpack runtime in the page. */
  uniqueName: string
  entry: Record<string, string>
  /** The address of its files. */
  publicPath: string
  /** The name of its Trusted Types policy. */
  trustedTypes?: string
  rules?: webpack.RuleSetRule[]
  plugins?: webpack.WebpackPluginInstance[]
  optimization?: webpack.Configuration['optimization']
}

export function bundle(packageFolder: string, target: Target, options: BundleOptions): webpack.Configuration {
  const isProduction = target.mode === 'production'
  const name = basename(packageFolder)
  return {
    name,
    mode: target.mode,
    target: ['web', `browserslist:${browserslistFile}`],
    context: packageFolder,
    devtool: isProduction ? false : 'cheap-module-source-map',
    entry: options.entry,
    output: output(target.folder, options, isProduction),
    resolve: { extensions: ['.js'], alias: { ...(isProduction ? productionRouter() : {}), ...modulesOfSdk() } },
    module: {
      rules: [
        scriptRule(scriptTargets, isProduction),
        { test: /[\\/]contracts[\\/][\w-]+\.[jt]s$/, enforce: 'pre', loader: bundlerModule('endpoint-summary-loader') },
        stylesheetRule(name, isProduction),
        ...(options.rules ?? []),
      ],
    },
    plugins: [
      ...(isProduction ? [compileAllFunctionsBanner(), sourceMaps(packageFolder)] : []),
      extractStylesheets(),
      new webpack.NormalModuleReplacementPlugin(/error-codes[\\/]dist[\\/]desc\.mjs$/, bundlerModule('no-error-texts')),
      ...(options.plugins ?? []),
    ],
    optimization: {
      // In development too, stylesheets are compiled for the oldest browsers.
      minimize: true,
      minimizer: [...(isProduction ? [scriptMinimizer()] : []), stylesheetMinimizer(isProduction)],
      // Names of exports are short: webpack's default ones are hashes, and 0.8 kB more in the first page.
      ...(isProduction && { mangleExports: 'size' as const }),
      ...options.optimization,
    },
    // A release is built without the cache: cached modules come in another order, which changes the output bytes.
    cache: !isProduction && {
      type: 'filesystem',
      cacheDirectory: target.cacheFolder,
      name: `${name}-${target.mode}`,
      version: bundlerVersion(),
    },
    performance: false,
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'error' },
  }
}

function output(path: string, { uniqueName, publicPath, trustedTypes }: BundleOptions, isProduction: boolean) {
  return {
    path,
    publicPath,
    ...(trustedTypes && { trustedTypes }),
    // No hashes in file names: the entry would list one per chunk, and the folder of a release has the version.
    filename: '[name].js',
    chunkFilename: '[name].js',
    uniqueName,
    crossOriginLoading: 'anonymous' as const,
    // After this timeout the file can be requested again. It is longer than what a slow line or processor takes, for
    // which the shell waits (shell/src/remotes/load-timeout.ts). A development server responds when it has compiled.
    chunkLoadTimeout: isProduction ? 15_000 : 120_000,
    // If a module throws, the next attempt runs it again instead of reusing its partial state.
    strictModuleExceptionHandling: true,
  }
}

/** Compiles the stylesheets of a package; `name` is the one of the package. */
function stylesheetRule(name: string, isProduction: boolean): webpack.RuleSetRule {
  return {
    test: /\.css$/,
    use: [
      MiniCssExtractPlugin.loader,
      {
        loader: require.resolve('css-loader'),
        options: { modules: cssModules(name, isProduction), sourceMap: !isProduction },
      },
      bundlerModule('css-layer-loader'),
    ],
  }
}

function extractStylesheets() {
  return new MiniCssExtractPlugin({
    filename: '[name].css',
    chunkFilename: '[name].css',
    // With layers and modules the order of stylesheets has no effect.
    ignoreOrder: true,
  })
}

/**
 * Makes V8 compile all functions of a script in the background while it loads. By default it compiles most functions
 * when they are first called, and the page waits. Other engines ignore the comment.
 */
function compileAllFunctionsBanner() {
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
    minimizerOptions: { ecma: ECMA_VERSION, compress: { passes: 2 }, format: { comments: false } },
    extractComments: false,
    parallel: false,
  })
}

function stylesheetMinimizer(isProduction: boolean) {
  return new MinimizerPlugin({
    test: /\.css$/,
    minify: MinimizerPlugin.lightningCssMinify,
    minimizerOptions: { targets: cssTargets, minify: isProduction },
    parallel: false,
  })
}

/** A file of this folder that webpack loads by its path. */
export function bundlerModule(name: string): string {
  return join(import.meta.dirname, name + moduleExtension)
}

/** Where the SDK has `shared` and the contracts: `{ '@portal/shared/zod$': '…/shared/zod.js' }`. */
function modulesOfSdk(): Record<string, string> {
  const modules = Object.entries(sdkModules ?? {})
  return Object.fromEntries(
    modules.map(([name, file]) => [`${name}$`, join(platformRoot, file.replace(/\.tsx?$/, '.js'))]),
  )
}

/** The router exports its development build for every condition. The production build is in a folder next to it. */
function productionRouter(): Record<string, string> {
  const development = createRequire(requireOfShared.resolve('react-router-dom')).resolve('react-router')
  const folder = join(dirname(development), '../production')
  return { 'react-router$': join(folder, 'index.mjs'), 'react-router/dom$': join(folder, 'dom-export.mjs') }
}

/** Compiles TypeScript for the oldest of the targets. */
export function scriptRule(targets: Readonly<Record<string, string>>, isProduction: boolean): webpack.RuleSetRule {
  const options = {
    env: { targets },
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      // Both modes have the same JSX runtime, because it is shared.
      transform: { react: { runtime: 'automatic', refresh: !isProduction } },
    },
  }
  return { test: /\.tsx?$/, use: { loader: require.resolve('swc-loader'), options } }
}

/** Returns how css-loader names the classes of CSS modules: the same in the browser's bundle as in the server's. */
export function cssModules(name: string, isProduction: boolean) {
  return {
    auto: /\.module\.css$/,
    namedExport: false,
    exportLocalsConvention: 'as-is',
    localIdentName: isProduction ? '[hash:base64:6]' : '[name]__[local]',
    // Otherwise equal relative paths of two packages would get equal class names.
    localIdentHashSalt: name,
  }
}
