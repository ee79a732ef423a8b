export type SmsMessage = {
  phone: string
  text: string
  /** The code in the text, for the page of the sandbox. */
  code?: string
}

/**
 * Sends messages to phones. If it is not known whether a message was sent, it may still arrive, so a code in it remains
 * valid. @throws if the message was certainly not sent
 */
export type Sms = { send(message: SmsMessage): Promise<void> }
