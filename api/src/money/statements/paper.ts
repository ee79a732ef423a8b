import { fileURLToPath } from 'node:url'
import { splitCharacters } from '@portal/contracts/characters'
import PDFDocument from 'pdfkit'
import { encode } from 'uqr'

const fonts = {
  regular: fileURLToPath(import.meta.resolve('@expo-google-fonts/pt-sans/400Regular/PTSans_400Regular.ttf')),
  bold: fileURLToPath(import.meta.resolve('@expo-google-fonts/pt-sans/700Bold/PTSans_700Bold.ttf')),
}

export const colors = { text: '#1d1b17', muted: '#645e54', line: '#d9d3c8', band: '#f6f4f0', accent: '#0b6e4b' }

/** A4, in points. */
export const PAGE = { width: 595.28, height: 841.89, side: 48, top: 48, bottom: 56 }
export const contentWidth = PAGE.width - 2 * PAGE.side
const bottomEdge = PAGE.height - PAGE.bottom

type TextStyle = {
  size?: number
  bold?: boolean
  color?: string
  align?: 'left' | 'right' | 'center'
  /** The maximum of lines, 1 by default. A longer text ends with an ellipsis. */
  lines?: number
}

/** The height of a line in proportion to the size of its letters. */
const LINE_HEIGHT = 1.3

/**
 * An A4 document in Russian. It embeds the used parts of its fonts, so that it looks the same on every machine. Its
 * pages stay in memory until `end`, which numbers them.
 */
export class Paper {
  readonly doc: PDFKit.PDFDocument
  #y = PAGE.top

  constructor({ title, holder }: { title: string; holder: string }) {
    this.doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      bufferPages: true,
      font: fonts.regular,
      lang: 'ru',
      displayTitle: true,
      info: { Title: title, Author: 'Чаевые', Subject: visible(oneLine(holder)) },
    })
    for (const font of Object.values(fonts)) nameMissingGlyph(fontIn(this.doc.font(font)))
  }

  move(points: number): void {
    this.#y += points
  }

  /** Begins a new page if this number of points does not fit on the current one. Returns whether it did. */
  needs(points: number): boolean {
    if (this.#y + points <= bottomEdge) return false
    this.doc.addPage()
    this.#y = PAGE.top
    return true
  }

  /** Writes at the current height without moving it. Returns the height of the text. */
  write(
    x: number,
    width: number,
    text: string,
    { size = 9, bold = false, color = colors.text, align = 'left', lines = 1 }: TextStyle = {},
  ): number {
    const height = size * LINE_HEIGHT
    let written = height
    this.doc
      // The font is named by its path. With a name of our own, pdfkit would parse the file again each time.
      .font(bold ? fonts.bold : fonts.regular)
      .fontSize(size)
      .fillColor(color)
    for (const [index, line] of breakText(this.doc, printable(text, fontIn(this.doc)), width, lines).entries()) {
      const free = width - this.doc.widthOfString(line)
      const left = align === 'left' ? x : x + (align === 'right' ? free : free / 2)
      this.doc.text(line, left, this.#y + index * height, { lineBreak: false })
      written = (index + 1) * height
    }
    return written
  }

  rule(color = colors.line): void {
    this.doc
      .moveTo(PAGE.side, this.#y)
      .lineTo(PAGE.width - PAGE.side, this.#y)
      .lineWidth(0.5)
      .strokeColor(color)
      .stroke()
  }

  band(height: number): void {
    this.doc.roundedRect(PAGE.side, this.#y, contentWidth, height, 6).fill(colors.band)
  }

  /** Draws a QR code that also opens the address when it is clicked. */
  qrCode(x: number, width: number, url: string): void {
    const { data, size } = encode(url, { border: 0, ecc: 'M' })
    const module = width / size
    for (const [row, modules] of data.entries()) {
      for (const [column, isDark] of modules.entries()) {
        if (isDark) this.doc.rect(x + column * module, this.#y + row * module, module, module)
      }
    }
    this.doc.fill(colors.text).link(x, this.#y, width, width, url)
  }

  /** Numbers the pages, and completes the file. */
  end(note: string): void {
    const { count } = this.doc.bufferedPageRange()
    for (let index = 0; index < count; index += 1) {
      this.doc.switchToPage(index)
      this.#writeFooter(note, `Страница ${index + 1} из ${count}`)
    }
    this.doc.end()
  }

  #writeFooter(note: string, pageNumber: string): void {
    const style = { size: 7.5, color: colors.muted }
    this.#y = PAGE.height - 36
    this.write(PAGE.side, contentWidth - 90, note, style)
    this.write(PAGE.width - PAGE.side - 90, 90, pageNumber, { ...style, align: 'right' })
  }
}

/** Breaks a text into lines of a width. If it does not fit, the last line ends with an ellipsis. */
function breakText(doc: PDFKit.PDFDocument, text: string, width: number, maxLines: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word
    if (doc.widthOfString(longer) <= width) {
      line = longer
    } else if (!line || lines.length === maxLines - 1) {
      // The word is wider than a line, or the last line has no room for the rest.
      return [...lines, shortened(doc, longer, width)]
    } else {
      lines.push(line)
      line = word
    }
  }
  return [...lines, shortened(doc, line, width)]
}

function shortened(doc: PDFKit.PDFDocument, text: string, width: number): string {
  if (doc.widthOfString(text) <= width) return text
  const characters = splitCharacters(text)
  while (characters.length > 0 && doc.widthOfString(`${characters.join('').trimEnd()}…`) > width) characters.pop()
  return `${characters.join('').trimEnd()}…`
}

/**
 * The embedded font in use, for which pdfkit has no type. `unicode`: the code points that a reader copies for a glyph.
 */
type EmbeddedFont = { font: { hasGlyphForCodePoint(codePoint: number): boolean }; unicode: number[][] }

function fontIn(doc: PDFKit.PDFDocument): EmbeddedFont {
  return (doc as unknown as { _font: EmbeddedFont })._font
}

const MISSING = '□'

/** Fonts draw a box, their glyph 0, for characters that they lack. This makes readers copy it as a box, too. */
function nameMissingGlyph({ unicode }: EmbeddedFont): void {
  unicode[0] = [MISSING.codePointAt(0) ?? 0]
}

/** Replaces characters for which the font has no glyph by boxes: `Անի 🎉` → `□□□ □`. */
function printable(text: string, { font }: EmbeddedFont): string {
  const glyph = (letter: string) => (font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) ? letter : MISSING)
  return splitCharacters(oneLine(text))
    .map((character) => [...visible(character)].map(glyph).join('').replace(/□+/g, MISSING))
    .join('')
}

function oneLine(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[^\S\u00a0]+/g, ' ')
    .trim()
}

/** Removes characters without a shape of their own, such as direction marks. */
function visible(text: string): string {
  return text.replace(/[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, '')
}
