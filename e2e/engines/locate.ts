import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** What a person looks for: by its role and accessible name, by its label, or by the text itself. */
export type Target = ({ role: string; name: string | RegExp } | { label: string } | { text: string | RegExp }) & {
  /** Inside of the dialog that is open. */
  inDialog?: boolean
}

/** What there is of the target, as far as a person can use it. */
export type Found = {
  /** Its centre, where a finger would press; absent while that is not possible. */
  point?: { x: number; y: number }
  /** Why not. */
  problem?: 'absent' | 'hidden' | 'disabled' | 'covered' | 'moving'
}

/** Finds elements as the tests in happy-dom do, in every engine. */
const testingLibrary = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
)

/** An expression that evaluates to true, and once for a document puts the finder into it. */
export const finderExpression = `(() => { (function () { ${testingLibrary}\n }).call(globalThis); return true })()`

/** An expression that evaluates to `Found`, or to null where the document has no finder yet. */
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

/** Runs in the page, so it stands alone. */
function locate(target: {
  role?: string
  name?: string
  label?: string
  text?: string
  inDialog?: boolean
}): Found | null {
  const finder: Finder | undefined = Reflect.get(globalThis, 'TestingLibraryDom')
  if (!finder || document.readyState === 'loading') return null
  const roots = target.inDialog ? finder.queryAllByRole(document.body, 'dialog') : [document.body]
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
