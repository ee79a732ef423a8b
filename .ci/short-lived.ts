const shortLived = /\/(node_modules\/\.vite-temp|\.types\/(gate|client-\w+|sdk-\w+|pack-\w+))$/

/**
 * Returns whether a command creates this file or folder in a package and deletes it soon, so that a copy of the package
 * may fail. Vite writes such a file of its configuration, and the type checks of releases and packages such folders.
 */
export function isShortLived(path: string): boolean {
  return shortLived.test(path)
}
