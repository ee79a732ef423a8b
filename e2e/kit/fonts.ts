import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type Font = { path: `/${string}`; contentType: string; body: Buffer }

function loadFont(path: Font['path'], contentType: string, file: string): Font {
  return { path, contentType, body: readFileSync(fileURLToPath(file)) }
}

/** The font of the snapshots (freeze.ts). */
export const narrowFont = loadFont(
  '/test-font.woff2',
  'font/woff2',
  import.meta.resolve('inter-ui/variable/InterVariable.woff2'),
)

/** The font of systems with wide letters (layout-problems.ts). */
export const wideFonts = [
  loadFont('/wide-font-regular.ttf', 'font/ttf', import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')),
  loadFont('/wide-font-bold.ttf', 'font/ttf', import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')),
]
