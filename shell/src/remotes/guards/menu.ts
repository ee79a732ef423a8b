import { framePart, scriptedAnimations } from './frame-parts.ts'

/** None of these has a style or an animation of its own, except while an overlay is open. */
const parts = `html, body, #root, ${framePart}`

function isMoved(element: Element): boolean {
  return Boolean(element.getAttribute('style')) || scriptedAnimations(element).length > 0
}

/** Whether a press in the middle of the menu, or of the button that opens it, would reach it. A page without a frame has none to reach. */
export function isMenuReachable(): boolean {
  const part = [...document.querySelectorAll<HTMLElement>(framePart)].find((element) => element.tagName !== 'A')
  if (!part) return isFrameless()
  const target = [...document.querySelectorAll<HTMLElement>(`${framePart} nav a, ${framePart} [aria-expanded]`)].find(
    (element) => element.closest('dialog') === null && isLaidOut(element),
  )
  if (!target) return false
  if (!isUsable(target)) return false
  const { left, top, width, height } = target.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  // The user has zoomed in, or scrolled a long menu; or a style has moved it away.
  if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return ![...document.querySelectorAll(parts)].some(isMoved)
  return document.elementFromPoint(x, y)?.closest(framePart) != null
}

/** It is seen, works when it is pressed, and its menu has all links with their texts. */
function isUsable(target: HTMLElement): boolean {
  // A screen reader does not find it.
  if (target.closest('[aria-hidden="true"]')) return false
  if (target.isContentEditable || target.checkVisibility?.({ opacityProperty: true }) === false) return false
  const menu = target.closest<HTMLElement>('[data-links]')
  const links = [...(menu?.querySelectorAll('a') ?? [])]
  if (links.some((link) => !link.textContent?.trim())) return false
  return !menu || menu.dataset.links === links.map(({ pathname }) => pathname).join(' ')
}

function isLaidOut(element: Element): boolean {
  return element.getClientRects().length > 0
}

/** The page is one without a menu, and there is a root with something in it. */
function isFrameless(): boolean {
  const root = document.getElementById('root')
  return root !== null && root.childElementCount > 0
}
