// Replaces the federation's runtime in remotes (webpack.ts) by that of the shell, which runs before any remote
// (shell/src/remotes/runtime-for-remotes.ts).

export default (globalThis as unknown as { federationForRemotes: unknown }).federationForRemotes
