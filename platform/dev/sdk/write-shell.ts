import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import webpack from 'webpack'
import { devConfig, devShellRelease } from '../dev-server.ts'

/** Builds the shell into the SDK for development: only a React for development has Fast Refresh. */
export async function writeShell(sdk: string): Promise<void> {
  const folder = join(sdk, 'shell')
  const config = await devConfig('shell', folder)
  config.devtool = false
  const compiler = webpack(config)
  await new Promise<void>((resolve, reject) => {
    compiler?.run((error, stats) => {
      if (error ?? stats?.hasErrors()) reject(error ?? new Error(stats?.toString('errors-only')))
      else compiler.close(() => resolve())
    })
  })
  writeFileSync(join(folder, 'release.json'), JSON.stringify(await devShellRelease()))
}
