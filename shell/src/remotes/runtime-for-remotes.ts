import federation from '@module-federation/webpack-bundler-runtime'

/**
 * Remotes are built without the federation's runtime and import it from here (platform/bundler/runtime-of-shell.ts): 15
 * kB once instead of in each of them. It ties remotes to this version of the federation, which is why a release names
 * what it was built against.
 */
Object.assign(globalThis, { federationForRemotes: federation })
