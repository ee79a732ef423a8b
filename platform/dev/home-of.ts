import type { RemoteManifest } from '@portal/shared/manifest'

/** Returns the page to open first: a remote that is served alone may have none at `/`. */
export function homeOf(manifests: readonly Pick<RemoteManifest, 'paths'>[]): string {
  const paths = manifests.flatMap((manifest) => manifest.paths)
  return paths.includes('/') ? '/' : (paths[0] ?? '/')
}
