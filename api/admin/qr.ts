import { writeFile } from 'node:fs/promises'
import { renderSVG, renderUnicodeCompact } from 'uqr'

export const qrOptions = {
  qr: { type: 'boolean', about: 'печатает ссылку как QR-код' },
  'qr-file': { type: 'string', value: '<файл.svg>', about: 'записывает QR-код картинкой, для печати' },
} as const

/** Prints a link as a QR code and, if a file is given, writes the code into it. */
export async function showQr(
  link: string,
  { qr, qrFile }: { qr: boolean | undefined; qrFile: string | undefined },
  print: (line: string) => void,
): Promise<void> {
  // Cameras need the empty border around the code to find it.
  if (qr) print(renderUnicodeCompact(link, { border: 2 }))
  if (!qrFile) return
  await writeFile(qrFile, renderSVG(link, { border: 4, ecc: 'M' }))
  print(`QR-код записан в ${qrFile}`)
}
