import { type Bundle, remoteBundle as bundleOf } from '@portal/platform/bundler/webpack'

/** The default export of a remote's `webpack.config.ts`: `export default remoteBundle(import.meta.dirname)`. */
export function remoteBundle(packageFolder: string): Bundle {
  return bundleOf(packageFolder)
}
