/** What is used of the library, which brings no types. */
declare module 'semver' {
  export function major(version: string): number
  export function satisfies(version: string, range: string, options?: { includePrerelease: boolean }): boolean
}
