/** Who knows whether a phone receives by the fast payment system in a bank. @throws when it does not answer */
export type SbpDirectory = { isConnected(phone: string, bankId: string): Promise<boolean> }

/** Every phone is connected in every bank, but for those that end with 00. */
export const sandboxSbpDirectory: SbpDirectory = {
  async isConnected(phone) {
    return !phone.endsWith('00')
  },
}
