import { createInstance, type ModuleFederationRuntimePlugin, registerGlobalPlugins } from '@module-federation/runtime'
import federation from '@module-federation/webpack-bundler-runtime'
import { providedModules } from './provided-modules.ts'

/**
 * Remotes are built without the federation's runtime and import it from here (platform/bundler/runtime-of-shell.ts): 15
 * kB once instead of in each of them. It ties remotes to this version of the federation, which is why a release names
 * what it was built against.
 */
Object.assign(globalThis, { federationForRemotes: federation })

/**
 * Entries of remotes: only files of the registry, with their integrity. One that hangs can be requested again after the
 * 20 s of the runtime; the shell shows another release earlier.
 */
const guard: ModuleFederationRuntimePlugin = {
  name: 'guard',
  createScript({ url }) {
    const script = document.createElement('script')
    if (!window.portal.addressFile(script, url)) throw new Error(`Not in the registry: ${url}`)
    return { script }
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

// Global, because a remote requests shared modules through an instance of its own.
registerGlobalPlugins([guard])

const host = createInstance({
  name: 'shell',
  remotes: [],
  shared: providedModules,
  // `version-first` would load every remote immediately, and one dead remote would blank the page.
  shareStrategy: 'loaded-first',
})

/**
 * The modules of running releases, by container. Without this cache the runtime would repeat all of its steps for each
 * page.
 */
const running = new Map<string, unknown>()

/** Loads the module `./remote` of a release. @throws the error of loading or starting it */
export async function loadRemote({
  container,
  base,
  entry,
}: Record<'container' | 'base' | 'entry', string>): Promise<unknown> {
  if (!running.has(container)) {
    host.registerRemotes([{ name: container, entry: base + entry }])
    running.set(container, await host.loadRemote(`${container}/remote`))
  }
  return running.get(container)
}
