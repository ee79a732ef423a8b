/** The source of an expression that matches a UUID in a text, in lower case. */
export const uuidPattern = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}'

const uuid = new RegExp(`^${uuidPattern}$`, 'i')

/** Returns whether the whole text is a UUID, in either case. */
export function isUuid(text: string): boolean {
  return uuid.test(text)
}
