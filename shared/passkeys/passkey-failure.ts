/** The device did not sign, although the user did not cancel. `exists`: it already has a passkey of this user. */
export class PasskeyFailure extends Error {
  override readonly name = 'PasskeyFailure'
  readonly reason: 'exists' | 'failed'

  constructor(reason: PasskeyFailure['reason'], cause: unknown) {
    super(String(cause), { cause })
    this.reason = reason
  }
}
