/** Runs in a page whose HTML is rendered, after early-script.ts; written into it as text. */
export function heldInputScript(): string {
  return `window.isOldBrowser||(${text})()`
}

/** Text of a script for a page that turns out to have nothing to tap. */
export const repeatHeldInput = 'window.isOldBrowser||window.portal.heldInput.repeat()'

// The browser gets the text of this function, so it may use no imports and nothing of this module.
function hold() {
  /** The buttons that were pressed and the forms that were sent before the page's code can do anything about it. */
  const held = new Set<HTMLButtonElement | HTMLFormElement>()
  const holdClick = (event: Event) => {
    const button = (event.target as Element).closest('button')
    if (button?.type !== 'button') return
    // The code of the page may begin to listen before it takes over what is held.
    event.stopPropagation()
    // The second press undoes the first: both are for a button that shows and hides.
    if (!held.delete(button)) held.add(button)
  }
  const holdSubmit = (event: Event) => {
    event.stopPropagation()
    // The browser would put what was typed, a password, into the address.
    event.preventDefault()
    const form = event.target as HTMLFormElement
    held.add(form)
    form.querySelector<HTMLElement>('[type=submit]')?.setAttribute('data-held', '')
  }
  document.addEventListener('click', holdClick, true)
  document.addEventListener('submit', holdSubmit, true)
  const stop = () => {
    document.removeEventListener('click', holdClick, true)
    document.removeEventListener('submit', holdSubmit, true)
    for (const button of document.querySelectorAll('[data-held]')) button.removeAttribute('data-held')
    return held
  }
  window.portal.heldInput = {
    stop,
    repeat() {
      window.portal.heldInput = undefined
      for (const element of stop()) {
        if (element instanceof HTMLButtonElement) element.click()
        else element.requestSubmit()
      }
    },
  }
}

/** The script without comments and indentation. */
const text = hold.toString().replace(/^\s*(?:\/\/.*|\/\*\*.*\*\/)?\n?/gm, '')
