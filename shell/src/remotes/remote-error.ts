/** A section's code did not load, did not start, or failed its integrity check. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError'
  readonly remote: string
  readonly version: string | undefined

  constructor(remote: string, version: string | undefined, cause: unknown) {
    super(`${remote} ${version ?? ''} did not load: ${cause}`, { cause })
    this.remote = remote
    this.version = version
  }
}
