import { encode } from 'uqr'

/** Draws a QR code of dark modules; the quiet zone around is a part of it. */
export function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 4, ecc: 'M' })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR-код ссылки" shapeRendering="crispEdges">
      <path d={dark.join('')} fill="#000000" />
    </svg>
  )
}
