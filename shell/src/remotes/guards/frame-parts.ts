/** The menu, the header and the link to the content, which belong to no section (layouts/main/frame.tsx). */
export const framePart = '[data-frame]'

export function isInFrame(target: unknown): boolean {
  return target instanceof Element && target.closest(framePart) !== null
}

/** Animations that a script has begun on the element; those of stylesheets are the shell's own. */
export function scriptedAnimations(element: Element): Animation[] {
  const all = element.getAnimations?.() ?? []
  return all.filter((animation) => !('animationName' in animation || 'transitionProperty' in animation))
}
