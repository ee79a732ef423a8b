import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime'
import { loadTimeoutMs } from './load-timeout.ts'

/** Entries of remotes: only files of the registry, with their integrity, not waited for longer than `loadTimeoutMs`. */
export const guard: ModuleFederationRuntimePlugin = {
  name: 'guard',
  createScript({ url }) {
    const script = document.createElement('script')
    if (!window.portal.addressFile(script, url)) throw new Error(`Not in the registry: ${url}`)
    return { script, timeout: loadTimeoutMs() }
  },
  // A shared module that failed to load stays cached as failed. After its removal the next attempt requests it again.
  errorLoadShare({ pkgName, shareScopeMap }) {
    for (const modules of Object.values(shareScopeMap)) {
      for (const version of Object.values(modules[pkgName] ?? {})) {
        if (!version.loaded) version.loading = null
      }
    }
  },
}
