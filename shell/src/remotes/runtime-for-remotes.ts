import * as core from '@module-federation/runtime/core'

/**
 * Remotes are built without the core of the federation runtime and take it from here: 20 kB once instead of in each of
 * them. The ready-made provider brings a second copy of it; these are the names that their part of the runtime imports.
 * It ties remotes to this version of the federation, which is why a release names what it was built against.
 */
Object.assign(globalThis, {
  _FEDERATION_RUNTIME_CORE: {
    assert: core.assert,
    CurrentGlobal: core.CurrentGlobal,
    getGlobalFederationConstructor: core.getGlobalFederationConstructor,
    helpers: core.helpers,
    ModuleFederation: core.ModuleFederation,
    registerGlobalPlugins: core.registerGlobalPlugins,
    setGlobalFederationConstructor: core.setGlobalFederationConstructor,
    setGlobalFederationInstance: core.setGlobalFederationInstance,
  },
})
