import './runtime-for-remotes.ts'
import { createInstance, registerGlobalPlugins } from '@module-federation/runtime'
import { guard } from './guard.ts'
import { providedModules } from './provided-modules.ts'
import { readRegistry } from './registry.ts'

// Global: a remote asks for shared modules through an instance of its own.
registerGlobalPlugins([guard])

const host = createInstance({
  name: 'shell',
  remotes: [],
  shared: providedModules,
  // `version-first` would load every remote at once, and one dead remote would blank the page.
  shareStrategy: 'loaded-first',
})

/** The module `./remote` of a remote. @throws whatever kept it from loading or starting */
export function loadRemote(name: string): Promise<unknown> {
  const release = readRegistry().remotes[name]?.current
  if (!release) throw new Error(`${name} is not in the registry`)
  host.registerRemotes([{ name: release.container, entry: release.base + release.entry }])
  return host.loadRemote(`${release.container}/remote`)
}
