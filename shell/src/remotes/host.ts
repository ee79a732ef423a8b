import './runtime-for-remotes.ts'
import { createInstance, registerGlobalPlugins } from '@module-federation/runtime'
import type { RemoteRelease } from '@portal/shared/page-protocol'
import { guard } from './guard.ts'
import { providedModules } from './provided-modules.ts'

// Global: a remote asks for shared modules through an instance of its own.
registerGlobalPlugins([guard])

const host = createInstance({
  name: 'shell',
  remotes: [],
  shared: providedModules,
  // `version-first` would load every remote at once, and one dead remote would blank the page.
  shareStrategy: 'loaded-first',
})

/** The module `./remote` of a release. @throws whatever kept it from loading or starting */
export function loadRemote({ container, base, entry }: RemoteRelease): Promise<unknown> {
  host.registerRemotes([{ name: container, entry: base + entry }])
  return host.loadRemote(`${container}/remote`)
}
