import { type Bundle, remoteBundle as createBundle } from '@portal/platform/bundler/webpack'

/** The default export of a remote's `webpack.config.ts`: `export default remoteBundle(import.meta.dirname)`. */
export function remoteBundle(packageFolder: string): Bundle {
  return createBundle(packageFolder)
}
