import { framePart, scriptedAnimations } from './frame-parts.ts'
import { classes, root, sheets } from './page-at-start.ts'

/** Added to the body by `shared`, by the portal server, or by the browser itself: it may lie over the page. */
const known =
  'script, template, style, link, .sandbox-banner, [data-portal], [data-base-ui-portal], [data-base-ui-focus-guard]'
/** An open overlay of the shell, of `shared` or of a development server covers the menu on purpose. */
const overlays = '[data-base-ui-portal] *, [data-opening], [data-frame] dialog[open], dev-overlay'
/** Attributes that hide, lock or turn what an element has. */
const hiding = ['inert', 'hidden', 'aria-hidden', 'popover', 'contenteditable', 'dir']

const { documentElement: html, body } = document
const page = [html, body, root]

export function hasOverlay(): boolean {
  return document.querySelector(overlays) !== null
}

/** A section has ended: nothing of it stays around the root. Listeners and timers have ended by themselves. */
export function removeTraces(): void {
  if (hasOverlay()) return
  for (const [element, className] of classes) if (element.className !== className) element.className = className
  removeForeign()
  const content = document.getElementById('content')
  for (const element of [...page, ...(content ? [content] : [])]) {
    unhide(element)
    element.removeAttribute('style')
  }
  for (const element of document.querySelectorAll(framePart)) unhide(element)
  for (const element of foreignInContent()) element.remove()
}

/** Uncovers the menu: what lies over it, and what hides it, goes. */
export function uncoverMenu(): void {
  if (!body.isConnected) html.append(body)
  document.adoptedStyleSheets = sheets
  document.designMode = 'off'
  for (const element of document.querySelectorAll<HTMLElement>(':modal, [popover]')) {
    if (!element.closest(framePart)) close(element)
  }
  removeForeign()
  for (const element of [...page, ...document.querySelectorAll(`${framePart}, ${framePart} [style]`)]) {
    unhide(element)
    element.removeAttribute('style')
  }
}

/** Removes what a section has added to the body, be it around the root. */
function removeForeign(): void {
  if (body.isConnected && root.parentElement !== body) body.append(root)
  for (const element of [...body.children]) if (element !== root && !element.matches(known)) element.remove()
}

/** All that the shell renders there is React's. */
function foreignInContent(): Element[] {
  const content = document.getElementById('content')
  return [...(content?.children ?? [])].filter((element) => !element.matches('script, template') && !isOfReact(element))
}

function isOfReact(element: Element): boolean {
  return Object.keys(element).some((key) => key.startsWith('__reactFiber'))
}

function unhide(element: Element): void {
  for (const name of hiding) if (element.hasAttribute(name)) element.removeAttribute(name)
  for (const animation of scriptedAnimations(element)) animation.cancel()
}

function close(element: HTMLElement): void {
  if (element instanceof HTMLDialogElement) element.close()
  // Also ends one that is shown; a browser that has no popovers shows none.
  else element.removeAttribute('popover')
}
