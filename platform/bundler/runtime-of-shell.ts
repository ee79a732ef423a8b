// Takes the place of the federation's runtime in remotes (webpack.ts): the shell, which is there before any remote, gives
// them its own (shell/src/remotes/runtime-for-remotes.ts).

export default (globalThis as unknown as { federationForRemotes: unknown }).federationForRemotes
