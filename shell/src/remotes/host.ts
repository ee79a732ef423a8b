import './runtime-for-remotes.ts'
import { createInstance, registerGlobalPlugins } from '@module-federation/runtime'
import { guard } from './guard.ts'
import { providedModules } from './provided-modules.ts'

// Global: a remote requests shared modules through an instance of its own.
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
