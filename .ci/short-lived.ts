const shortLived = /\/(node_modules\/\.vite-temp|\.types\/(gate|sdk-\w+|pack-\w+))$/

/**
 * Whether commands create this file or folder in a package and delete it soon, so that a copy of the package fails when it finds it: what
 * Vite writes of a configuration before it loads it, and what the compiler gets of releases, of the SDK and of the test kit.
 */
export function isShortLived(path: string): boolean {
  return shortLived.test(path)
}
