import type { RemoteManifest } from '@portal/shared/manifest'

/** A page that there is: a remote that runs alone may have none at `/`. */
export function homeOf(manifests: readonly Pick<RemoteManifest, 'paths'>[]): string {
  const paths = manifests.flatMap((manifest) => manifest.paths)
  return paths.includes('/') ? '/' : (paths[0] ?? '/')
}
