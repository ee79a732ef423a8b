import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Identifies an element as a user does: by its role and accessible name, by its label or by its text. */
export type Target = ({ role: string; name: string | RegExp } | { label: string } | { text: string | RegExp }) & {
  /** Whether it is inside the open dialog. */
  isInDialog?: boolean
}

/** The state of the target, and where a user can press it. */
export type Found = {
  /** The centre of the element; absent while it cannot be pressed. */
  point?: { x: number; y: number }
  /** Why it cannot be pressed. */
  problem?: 'absent' | 'hidden' | 'disabled' | 'covered' | 'moving'
}

/** Finds elements in every engine by the same queries as the unit tests. */
const testingLibrary = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
)

/** An expression that loads the finder into the document and evaluates to true. */
export const finderExpression = `(() => { (function () { ${testingLibrary}\n }).call(globalThis); return true })()`

/** Returns an expression that evaluates to `Found`, or to null in a document without the finder. */
export function locateExpression(target: Target): string {
  const parts = Object.entries(target).map(
    ([key, value]) => `${key}: ${value instanceof RegExp ? value : JSON.stringify(value)}`,
  )
  return `(${locate})({ ${parts.join(', ')} })`
}

type Finder = Record<
  'queryAllByRole' | 'queryAllByLabelText' | 'queryAllByText',
  (root: Element, what: string | RegExp, options?: object) => HTMLElement[]
>

/** Runs in the page, so it may use nothing of this module. */
function locate(target: {
  role?: string
  name?: string
  label?: string
  text?: string
  isInDialog?: boolean
}): Found | null {
  const finder: Finder | undefined = Reflect.get(globalThis, 'TestingLibraryDom')
  if (!finder || document.readyState === 'loading') return null
  const roots = target.isInDialog ? finder.queryAllByRole(document.body, 'dialog') : [document.body]
  const found = roots.flatMap((root) => {
    if (target.role) return finder.queryAllByRole(root, target.role, { name: target.name })
    if (target.label) return finder.queryAllByLabelText(root, target.label)
    return finder.queryAllByText(root, target.text ?? '', { ignore: 'script, style, noscript' })
  })
  if (found.length === 0) return { problem: 'absent' }
  const shown = found.filter((element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && getComputedStyle(element).visibility === 'visible'
  })
  if (shown.length === 0) return { problem: 'hidden' }
  const enabled = shown.filter((element) => !element.matches(':disabled, [aria-disabled=true]'))
  if (enabled.length === 0) return { problem: 'disabled' }
  const isMoving = (element: Element) =>
    document.getAnimations().some(({ playState, effect }) => {
      const { target } = effect as KeyframeEffect
      return playState === 'running' && effect?.getTiming().iterations === 1 && target?.contains(element)
    })
  for (const element of enabled) {
    const { left, top, width, height } = element.getBoundingClientRect()
    const point = { x: left + width / 2, y: top + height / 2 }
    const hit = document.elementFromPoint(point.x, point.y)
    if (hit && (element.contains(hit) || hit.closest('a, button, label')?.contains(element))) {
      return isMoving(element) ? { problem: 'moving' } : { point }
    }
  }
  enabled[0]?.scrollIntoView({ block: 'center', behavior: 'instant' })
  return { problem: 'covered' }
}
