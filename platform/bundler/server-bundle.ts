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
    const config = bundle(packageFolder, target, name)
    config.entry = { server: isShell ? './server/main.tsx' : './remote.ts' }
    // Libraries are resolved as for the browser: axios for Node would bring a client of its own.
    config.target = ['web', 'es2024']
    config.externalsPresets = { node: isShell }
    config.externals = isShell ? [] : [providedByShell]
    config.output = { path: target.folder, filename: serverFile, library: { type: 'commonjs2' }, publicPath: '' }
    config.resolve = { ...config.resolve, alias: { ...config.resolve?.alias, ...rendererOfReact } }
    config.module = {
      rules: [
        scriptRule({ node: '24' }, true),
        {
          test: /\.module\.css$/,
          loader: require.resolve('css-loader'),
          options: { modules: { ...cssModules(name, true), exportOnlyLocals: true }, sourceMap: false },
        },
        // The page links these stylesheets.
        { test: /(?<!\.module)\.css$/, type: 'asset/inline', generator: { dataUrl: () => '' } },
      ],
    }
    config.optimization = { ...config.optimization, mangleExports: false, minimizer: [quickMinimizer()] }
    config.plugins = [
      sourceMaps(packageFolder),
      new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 }),
      ...(isShell ? [providedTable({ lazy: false })] : []),
    ]
    return config
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
