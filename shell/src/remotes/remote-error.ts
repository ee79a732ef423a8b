/** A section's code did not load, did not start, or failed its integrity check. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError'
  readonly remote: string

  constructor(remote: string, cause: unknown) {
    super(`${remote} did not load`, { cause })
    this.remote = remote
  }
}
