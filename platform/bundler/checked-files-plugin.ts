import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import webpack, { type Compiler } from 'webpack'

const name = 'CheckedFilesPlugin'

/**
 * Every script and sheet that a bundle asks for later goes through `portal.addressFile` (platform/server/inline/early-script.ts): it gives
 * the address out as trusted, with the integrity that the page's registry names, and refuses what is not in the registry.
 * The ready-made SRI plugin writes hashes into the bundle instead, and knows nothing of another build's files.
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
