import type { Page } from '@playwright/test'

/** Returns fields with text under 16 px, which iOS zooms into, and targets under 44 px. A field's target is its box. */
export async function findTouchProblems(page: Page): Promise<string[]> {
  return await page.evaluate(findProblems)
}

/** Runs in the page. */
function findProblems(): string[] {
  const controls = 'a, button, summary, input, textarea, [role=combobox], [role=option]'
  return [...document.querySelectorAll<HTMLElement>(controls)].flatMap((element) => {
    const field = element.matches('input, textarea')
    const target = element.closest('label') ?? (field ? element.parentElement : element) ?? element
    const { width, height, bottom } = target.getBoundingClientRect()
    // Some elements are not rendered, and some appear only when they get the focus by Tab.
    if (width < 2 || bottom < 0 || element.matches('.visually-hidden[aria-hidden]')) return []
    const name = `${element.tagName} ${element.getAttribute('aria-label') ?? (element.textContent || element.id)}`
    const text = Number.parseFloat(getComputedStyle(element).fontSize)
    return [
      ...(field && text < 16 ? [`${name}: ${text} px of text`] : []),
      ...(width < 43.5 || height < 43.5 ? [`${name}: ${Math.round(width)}×${Math.round(height)}`] : []),
    ]
  })
}
