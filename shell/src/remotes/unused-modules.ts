// Stubs that replace modules of the federation's runtime which this portal does not use, but which it includes anyway
// (platform/bundler/webpack.ts): 5 kB. Code that needs one of them fails immediately, in every test that opens a page.

/** Handles manifests in the runtime. The shell reads no manifests, because the registry names each entry. */
export class SnapshotHandler {
  readonly hooks = { applyPlugin() {} }
  readonly manifestCache = new Map<string, unknown>()
}

export function getGlobalRemoteInfo(): Record<string, never> {
  return {}
}

/** Preloading by snapshots: the shell preloads by the registry (load-page.ts). */
export const generatePreloadAssetsPlugin = undefined
export const formatPreloadArgs = undefined
export const preloadAssets = undefined

/** A remote that loads other remotes. */
export const remotes = undefined

type FederationOfRemote = { federation: { initOptions: object; runtime: { init(options: object): unknown } } }

/** The start of a remote, without the tree shaking of shared modules at run time. */
export function init({ webpackRequire: { federation } }: { webpackRequire: FederationOfRemote }): unknown {
  return federation.runtime.init(federation.initOptions)
}

/** A remote's own copy of a shared module, and one that it needs before it is started. */
export const getSharedFallbackGetter = undefined
export const installInitialConsumes = undefined
