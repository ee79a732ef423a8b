/** The menu, the header and the link to the content, which belong to no section (layouts/main/frame.tsx). */
export const framePart = '[data-frame]'

export function isInFrame(target: unknown): boolean {
  return target instanceof Element && target.closest(framePart) !== null
}
