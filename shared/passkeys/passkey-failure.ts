/** The device did not sign, although the user did not cancel. `exists`: it already has a passkey of this user. */
export class PasskeyFailure extends Error {
  override readonly name = 'PasskeyFailure'
  readonly reason: 'exists' | 'failed'

  constructor(reason: PasskeyFailure['reason'], cause: unknown) {
    super(String(cause), { cause })
    this.reason = reason
  }
}

/** Compares names: a remote has a copy of the class that is not the one of the shell's components. */
export function isPasskeyFailure(cause: unknown): cause is PasskeyFailure {
  return cause instanceof Error && cause.name === 'PasskeyFailure'
}
