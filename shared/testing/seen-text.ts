/** Text as it is seen: a no-break space is a space, and text only for screen readers is left out. */
export function seenText(element: Element | null | undefined): string | undefined {
  const copy = element?.cloneNode(true) as Element | undefined
  for (const hidden of copy?.querySelectorAll('.visually-hidden') ?? []) hidden.remove()
  return copy?.textContent?.replaceAll('\u00A0', ' ')
}
