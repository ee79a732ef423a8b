/** How long the browser has to read the file before its address is given up. */
const READING_MS = 60_000

export type SavedFile = { name: string; type: string; content: string | Uint8Array<ArrayBuffer> }

/** Saves a file, as a link to a download does. */
export function saveFile({ name, type, content }: SavedFile): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), READING_MS)
}
