import { splitCharacters } from '@portal/contracts/characters'

/** Every social network shows a square. */
const PICTURE_SIZE_PX = 1080
const MARGIN_PX = 112
const colors = {
  background: '#f6f4f0',
  card: '#ffffff',
  text: '#1d1b17',
  muted: '#645e54',
  accent: '#0b6e4b',
  unlit: '#d9d3c8',
}
const family = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif'
/** The words get the first of these sizes at which they fit. At the last size they are cut off by an ellipsis. */
const FONT_SIZES_PX = [88, 76, 64, 56, 48, 42, 36]
const WORDS_HEIGHT_PX = 500

/**
 * Draws only stars and words of a review: no sum, and no name of a user or a restaurant.
 * @throws where there is no canvas
 */
export async function drawReview({ stars, comment }: { stars: number; comment: string }): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = PICTURE_SIZE_PX
  canvas.height = PICTURE_SIZE_PX
  const context = canvas.getContext('2d')
  if (!context) throw new Error('the browser draws no pictures')
  context.fillStyle = colors.background
  context.fillRect(0, 0, PICTURE_SIZE_PX, PICTURE_SIZE_PX)
  context.fillStyle = colors.card
  context.beginPath()
  context.roundRect(56, 56, PICTURE_SIZE_PX - 112, PICTURE_SIZE_PX - 112, 40)
  context.fill()
  for (let index = 0; index < 5; index += 1) {
    drawStar(context, MARGIN_PX + 40 + index * 92, 210, index < stars ? colors.accent : colors.unlit)
  }
  drawWords(context, `«${comment.trim()}»`)
  context.fillStyle = colors.muted
  context.font = `400 34px ${family}`
  context.fillText('Отзыв гостя', MARGIN_PX, PICTURE_SIZE_PX - MARGIN_PX)
  context.fillStyle = colors.accent
  context.font = `700 34px ${family}`
  context.textAlign = 'right'
  context.fillText('Чаевые', PICTURE_SIZE_PX - MARGIN_PX, PICTURE_SIZE_PX - MARGIN_PX)
  return await new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture is empty'))), 'image/png'),
  )
}

function drawStar(context: CanvasRenderingContext2D, x: number, y: number, color: string): void {
  context.fillStyle = color
  context.beginPath()
  for (let point = 0; point < 10; point += 1) {
    const radius = point % 2 === 0 ? 40 : 17
    const angle = (point * Math.PI) / 5 - Math.PI / 2
    context.lineTo(x + radius * Math.cos(angle), y + radius * Math.sin(angle))
  }
  context.closePath()
  context.fill()
}

function drawWords(context: CanvasRenderingContext2D, text: string): void {
  context.fillStyle = colors.text
  const width = PICTURE_SIZE_PX - 2 * MARGIN_PX
  for (const size of FONT_SIZES_PX) {
    context.font = `500 ${size}px ${family}`
    const maxLines = Math.floor(WORDS_HEIGHT_PX / (size * 1.35))
    const lines = breakLines(text, (line) => context.measureText(line).width <= width)
    if (lines.length > maxLines && size !== FONT_SIZES_PX.at(-1)) continue
    const shown = lines.slice(0, maxLines)
    if (lines.length > maxLines) shown[maxLines - 1] = `${shown[maxLines - 1]?.replace(/[\s.,!?;:»]+$/, '')}…»`
    for (const [index, line] of shown.entries()) context.fillText(line, MARGIN_PX, 340 + size + index * size * 1.35)
    return
  }
}

/** Breaks a text between words, and a word that is wider than a line inside it. */
export function breakLines(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    const longer = line ? `${line} ${word}` : word
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line) lines.push(line)
    line = ''
    for (const letter of splitCharacters(word)) {
      if (line && !fits(line + letter)) {
        lines.push(line)
        line = ''
      }
      line += letter
    }
  }
  return line ? [...lines, line] : lines
}
