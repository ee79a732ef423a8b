// Takes the place of the federation runtime's SnapshotHandler (shared/build/webpack.ts). Snapshots are what it makes of
// manifests; the shell reads none, the registry names each entry. The runtime has a switch for the plugin that uses them
// (`FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN`), but starts this part regardless: 2 kB.

export class SnapshotHandler {
  readonly hooks = { applyPlugin() {} }
  readonly manifestCache = new Map<string, unknown>()
}

export function getGlobalRemoteInfo(): Record<string, never> {
  return {}
}
