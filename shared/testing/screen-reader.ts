import { virtual } from '@guidepup/virtual-screen-reader'

/** Returns what a screen reader reads of a part of the page, phrase by phrase. */
export async function readAloud(part: HTMLElement): Promise<string[]> {
  await virtual.start({ container: part })
  const phrases: string[] = []
  try {
    const first = await virtual.lastSpokenPhrase()
    for (let phrase = first; ; phrase = await virtual.lastSpokenPhrase()) {
      phrases.push(plain(phrase))
      await virtual.next()
      // The reader starts again after the end.
      if ((await virtual.lastSpokenPhrase()) === first) return phrases
    }
  } finally {
    await virtual.stop()
  }
}

/** Returns what is announced while `act` runs: live regions that change, and elements that get the focus. */
export async function listenWhile(act: () => Promise<unknown>): Promise<string[]> {
  await virtual.start({ container: document.body })
  try {
    await virtual.clearSpokenPhraseLog()
    await act()
    return (await virtual.spokenPhraseLog()).map(plain)
  } finally {
    await virtual.stop()
  }
}

/** A space that does not break is a space to the listener. */
function plain(phrase: string): string {
  return phrase.replaceAll('\u00A0', ' ')
}
