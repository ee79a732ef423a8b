/** Runs in a page whose HTML is rendered, after early-script.ts; written into it as text. */
export function heldInputScript(): string {
  return `window.isOldBrowser||(${text})()`
}

/** Text of a script for a page that turns out to have nothing to tap. */
export const repeatHeldInput = 'window.isOldBrowser||window.portal.heldInput.repeat()'

// The browser gets the text of this function, so it may use no imports and nothing of this module.
function hold() {
  /** The buttons that were tapped and the forms that were sent before the page's code can do anything about it. */
  const held = new Set<HTMLButtonElement | HTMLFormElement>()
  const holdClick = ({ target }: Event) => {
    const button = (target as Element).closest('button')
    if (button?.type !== 'button') return
    // The second tap undoes the first: both are for a button that shows and hides.
    if (!held.delete(button)) held.add(button)
  }
  const holdSubmit = (event: Event) => {
    // The browser would put what was typed, a password, into the address.
    event.preventDefault()
    const form = event.target as HTMLFormElement
    held.add(form)
    form.querySelector<HTMLElement>('[type=submit]')?.setAttribute('data-held', '')
  }
  document.addEventListener('click', holdClick, true)
  document.addEventListener('submit', holdSubmit, true)
  window.portal.heldInput = {
    stop() {
      document.removeEventListener('click', holdClick, true)
      document.removeEventListener('submit', holdSubmit, true)
    },
    repeat() {
      window.portal.heldInput?.stop()
      window.portal.heldInput = undefined
      for (const element of held) {
        if (element instanceof HTMLButtonElement) element.click()
        else element.requestSubmit()
      }
      for (const button of document.querySelectorAll('[data-held]')) button.removeAttribute('data-held')
    },
  }
}

/** The script without comments and indentation. */
const text = hold.toString().replace(/^\s*(?:\/\/.*|\/\*\*.*\*\/)?\n?/gm, '')
