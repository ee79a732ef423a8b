// Replaces the federation's runtime in remotes (webpack.ts) with the shell's runtime, which runs before any remote
// (shell/src/remotes/host.ts).

export default (globalThis as unknown as { federationForRemotes: unknown }).federationForRemotes
