import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import webpack, { type Compilation } from 'webpack'
import { scriptRule } from '../bundle.ts'
import { repository } from '../paths.ts'

/** Bundles a module that imports contracts of the API by this statement, as a remote does. */
export function compile(folder: string, statement: string): Promise<Compilation> {
  const entry = join(folder, 'entry.ts')
  writeFileSync(entry, statement.replace('@portal/contracts/', join(repository, 'shared/contracts/')))
  const compiler = webpack({
    mode: 'production',
    entry,
    output: { path: folder },
    module: { rules: [scriptRule({ node: '24' }, true)] },
    optimization: { minimize: false },
  })
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      if (error || !stats || stats.hasErrors()) return reject(error ?? new Error(stats?.toString('errors-only')))
      resolve(stats.compilation)
    })
  })
}
