import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import webpack, { type Compiler } from 'webpack'

const name = 'CheckedFilesPlugin'

/**
 * Makes a bundle request scripts and stylesheets through `portal.addressFile`, which returns a trusted address and sets
 * the integrity from the page's registry (platform/server/inline/early-script.ts). It rejects files that are not in the
 * registry. The existing SRI plugin writes hashes into the bundle instead, so it does not cover files of other builds.
 */
export class CheckedFilesPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(name, (source) => {
        const checked = source.replace('script.src = url;', 'portal.addressFile(script, url);')
        if (checked === source) throw new Error(`${name}: webpack writes its script loader differently now`)
        return checked
      })
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        name,
        (source, { tag, href }) => `${source}\nportal.addressFile(${tag}, ${href});`,
      )
    })
  }
}
