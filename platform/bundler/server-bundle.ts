import { createRequire } from 'node:module'
import { basename } from 'node:path'
import MinimizerPlugin from 'minimizer-webpack-plugin'
import webpack from 'webpack'
import { bundle, cssModules, scriptRule } from './bundle.ts'
import { serverFile } from './release.ts'
import { consumedModules, requireOfShared } from './shared-modules.ts'
import { sourceMaps } from './source-maps.ts'
import { type Bundle, providedTable } from './webpack.ts'

const require = createRequire(import.meta.url)

/** Resolved with the condition `node`, because the browser's renderer needs a MessageChannel. */
const rendererOfReact = { 'react-dom/server$': requireOfShared.resolve('react-dom/server') }

/**
 * Bundles a package for the processes that render its pages on the server. It is one file from the sources of the
 * browser's bundle, with the same class names. `packageFolder` is the folder of the shell or of a remote.
 */
export const serverBundle =
  (packageFolder: string): Bundle =>
  (target) => {
    const name = basename(packageFolder)
    const isShell = name === 'shell'
    const entry = { server: isShell ? './server/main.tsx' : './remote.ts' }
    const browserBundle = bundle(packageFolder, target, { uniqueName: name, entry, publicPath: '' })
    return {
      ...browserBundle,
      // Libraries are resolved as for the browser: axios for Node would bring a client of its own.
      target: ['web', 'es2024'],
      externalsPresets: { node: isShell },
      externals: isShell ? [] : [providedByShell],
      output: { path: target.folder, filename: serverFile, library: { type: 'commonjs2' }, publicPath: '' },
      resolve: {
        ...browserBundle.resolve,
        alias: { ...browserBundle.resolve?.alias, ...rendererOfReact },
      },
      module: { rules: [scriptRule({ node: '24' }, true), classNames(name), noStylesheets] },
      optimization: { ...browserBundle.optimization, mangleExports: false, minimizer: [quickMinimizer()] },
      plugins: [
        sourceMaps(packageFolder),
        new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 }),
        ...(isShell ? [providedTable({ hasLazyFolders: false })] : []),
      ],
    }
  }

/** Only the names of the classes in CSS modules, which are those of the browser's bundle. */
function classNames(packageName: string): webpack.RuleSetRule {
  return {
    test: /\.module\.css$/,
    loader: require.resolve('css-loader'),
    options: { modules: { ...cssModules(packageName, true), exportOnlyLocals: true }, sourceMap: false },
  }
}

/** Other stylesheets are empty here, because the page links them. */
const noStylesheets: webpack.RuleSetRule = {
  test: /(?<!\.module)\.css$/,
  type: 'asset/inline',
  generator: { dataUrl: () => '' },
}

const consumed = Object.keys(consumedModules())

/** Makes a remote `require` what the federation gives it in the browser. */
function providedByShell({ request = '' }: { request?: string }, callback: (error?: null, result?: string) => void) {
  const isProvided = consumed.some((name) => (name.endsWith('/') ? request.startsWith(name) : request === name))
  return isProvided ? callback(null, `commonjs ${request}`) : callback()
}

/** Only shortens names and removes comments, which is fast: browsers do not load this file. */
function quickMinimizer() {
  return new MinimizerPlugin({
    test: /\.cjs$/,
    minify: MinimizerPlugin.swcMinify,
    minimizerOptions: { compress: false, mangle: true, format: { comments: false } },
    extractComments: false,
    parallel: false,
  })
}
