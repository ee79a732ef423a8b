/** The letters and signs of GSM 03.38. Those of its extension count as two. */
const basic = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/
const extension = /[\^{}\\[~\]|€]/g

/** How many characters one message may have, and each part of a longer one. */
const SEGMENT_LENGTHS = { gsm: { one: 160, part: 153 }, unicode: { one: 70, part: 67 } }

/** Returns as how many messages a text is billed. One letter that GSM 03.38 lacks, such as «я», makes it Unicode. */
export function countSegments(text: string): number {
  const isGsm = basic.test(text)
  const { one, part } = isGsm ? SEGMENT_LENGTHS.gsm : SEGMENT_LENGTHS.unicode
  const length = isGsm ? text.length + (text.match(extension)?.length ?? 0) : text.length
  return length <= one ? 1 : Math.ceil(length / part)
}

/** Returns the text that is billed as the fewest messages, the first one if several are. */
export function inFewestSegments(texts: readonly [string, ...string[]]): string {
  return texts.reduce((best, text) => (countSegments(text) < countSegments(best) ? text : best))
}
