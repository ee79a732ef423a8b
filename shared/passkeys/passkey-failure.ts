/** The device did not sign, and not because the user canceled. `exists`: it has a passkey of this user already. */
export class PasskeyFailure extends Error {
  override readonly name = 'PasskeyFailure'
  readonly reason: 'exists' | 'failed'

  constructor(reason: PasskeyFailure['reason'], cause: unknown) {
    super(String(cause), { cause })
    this.reason = reason
  }
}
