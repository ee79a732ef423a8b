import type { Point } from './tab.ts'

/** Returns the actions of a mouse click, which are the same in classic WebDriver and in BiDi. */
export function pressActions({ x, y }: Point): object[] {
  const actions = [
    { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ]
  return [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]
}

/** A line break is the key Enter. */
export function typeActions(text: string): object[] {
  const keys = [...text.replaceAll('\n', '\uE007')].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ])
  return [{ type: 'key', id: 'keyboard', actions: keys }]
}
