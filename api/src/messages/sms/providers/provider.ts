/** `id` is the portal's id of the message, by which some providers can be asked about it. */
export type OutgoingSms = { id: number; phone: string; text: string }

/** Amounts in kopecks, if the provider reports them in its response. */
export type AcceptedSms = { providerId?: string; cost?: number | undefined; balance?: number | undefined }

/** `providerId` is the provider's id of the message. Null if its response was lost. */
export type SentSms = { id: number; phone: string; providerId: string | null }

/** `underway`: the provider or the operator has the message. `reason`: the provider's code. `cost` is in kopecks. */
export type DeliveryReport = {
  state: 'underway' | 'delivered' | 'undelivered'
  reason?: string
  cost?: number | undefined
}

/** A service that sends messages to phones. `conformance.test.ts` tests what every provider must do. */
export type SmsProvider = {
  /** Names the provider in settings, metrics and the log. */
  name: string
  /**
   * Sends a message once, and never again by itself.
   * @throws SmsRejected when nothing was sent
   * @throws SmsUnknown when the message may have been sent
   */
  send(sms: OutgoingSms, options: { timeoutMs: number }): Promise<AcceptedSms>
  /**
   * Returns the delivery of a message, or undefined if the provider does not have it. The method is absent if the
   * provider cannot be asked.
   * @throws when there is no usable response
   */
  findReport?(sms: SentSms, options: { timeoutMs: number }): Promise<DeliveryReport | undefined>
  /** Whether a message is found by the portal's id, even if its response was lost. */
  findsByOurId?: boolean
}

type RejectionScope = 'provider' | 'message'

/**
 * The message was not sent, so another provider may send it. `scope` is `message` if the phone or the text is the
 * reason, and `provider` if other messages would be rejected, too: no money, a wrong key, no connection.
 */
export class SmsRejected extends Error {
  override readonly name = 'SmsRejected'
  readonly reason: string
  readonly scope: RejectionScope

  constructor(reason: string, scope: RejectionScope = 'provider') {
    super(`not sent: ${reason}`)
    this.reason = reason
    this.scope = scope
  }
}

/** The response is missing or unusable. The message may have been sent, so another one could be a second one. */
export class SmsUnknown extends Error {
  override readonly name = 'SmsUnknown'
  readonly reason: string

  constructor(reason: string) {
    super(`may have been sent: ${reason}`)
    this.reason = reason
  }
}
