import type { Tab } from './tab.ts'

/** Each value is 0 to 255, whatever notation the stylesheet uses. */
type Colour = { red: number; green: number; blue: number; alpha: number }

export type Colours = { text: Colour; background: Colour }

/** Returns the colours of the first element that the CSS selector matches. */
export function elementColours(tab: Tab, selector: string): Promise<Colours> {
  return tab.evaluate(`(${readColours})(${JSON.stringify(selector)})`)
}

/** Runs in the page, so it may use nothing of this module. */
function readColours(selector: string): Colours {
  const element = document.querySelector(selector)
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!element || !canvas) throw new Error(`There is no ${selector}`)
  const { color, backgroundColor } = getComputedStyle(element)
  const paint = (style: string): Colour => {
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = style
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data
    return { red, green, blue, alpha }
  }
  return { text: paint(color), background: paint(backgroundColor) }
}

/** Returns the contrast ratio of WCAG, 1 to 21. */
export function contrast({ text, background }: Colours): number {
  const [darker = 0, lighter = 0] = [luminance(text), luminance(background)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance({ red, green, blue }: Colour): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

export function isGreen({ red, green, blue, alpha }: Colour): boolean {
  return alpha === 255 && green > red + 20 && green > blue
}
