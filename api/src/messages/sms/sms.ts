export type SmsMessage = {
  phone: string
  text: string
  /** The code in the text, for the page of the sandbox. */
  code?: string
}

/**
 * Sends messages to phones. @throws when it is certain that the message was not sent; when that is not known, it may still
 * arrive, so the code in it remains valid.
 */
export type Sms = { send(message: SmsMessage): Promise<void> }
