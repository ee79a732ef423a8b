export type SmsMessage = {
  phone: string
  text: string
  /** The code in the text, for the page of the sandbox. */
  code?: string
}

/** Sends messages to phones. @throws when the gateway did not accept the message. */
export type Sms = { send(message: SmsMessage): Promise<void> }
