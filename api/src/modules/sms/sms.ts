export type SmsMessage = {
  phone: string
  text: string
  /** The code in the text, for the sandbox's reader. */
  code?: string
}

/** The way out to people's phones. @throws when the gateway did not take the message. */
export type Sms = { send(message: SmsMessage): Promise<void> }
