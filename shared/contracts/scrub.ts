const MAX_LENGTH = 300

/**
 * Removes personal data from the message of an error: `Mail a@b.ru, call +7 (900) 000-00-01` → `Mail [email], call +7
 * [#]`. Removes e-mail addresses, query strings, codes of invitations, tokens, ids, amounts, and all numbers of four
 * digits or more. Returns at most 300 characters.
 */
export function scrub(message: string): string {
  return (
    message
      .replace(/(?<![^\s@"'<>])[^\s@"'<>]+@[^\s@"'<>]+/g, '[email]')
      .replace(/[?#][\w.~%-]+=[^\s"'<>)]*/g, '[query]')
      .replace(/(\/(?:i|invitations)\/)[^\s/"'?#)]+/g, '$1[code]')
      .replace(/(?<![\w-])(?=[\w-]*\d)[\w-]{16,}/g, '[token]')
      .replace(/\d(?:[\s().,-]{0,2}\d){3,}/g, '[#]')
      .replace(/(?<!\d)\d+(?:[.,]\d+)?(?=\s?(?:₽|руб))/g, '[#]')
      .slice(0, MAX_LENGTH)
      // Drops half of an emoji at the end.
      .replace(/[\uD800-\uDBFF]$/, '')
  )
}
