/** How long the browser has to read the file before its address is given up. */
const READING_MS = 60_000

/** Saves a text as a file, as a link to a download does. */
export function saveFile({ name, type, text }: { name: string; type: string; text: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), READING_MS)
}
