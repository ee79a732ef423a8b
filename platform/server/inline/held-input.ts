// Runs in a page whose HTML is rendered, after early-script.ts. Holds the buttons that were pressed and the forms that were sent before the
// page's code can do anything about it.
import type {} from '@portal/shared/page-protocol'

const held = new Set<HTMLButtonElement | HTMLFormElement>()

function holdClick(event: Event): void {
  const button = (event.target as Element).closest('button')
  if (button?.type !== 'button') return
  // The code of the page may begin to listen before it takes over what is held.
  event.stopPropagation()
  // The second press undoes the first: both are for a button that shows and hides.
  if (!held.delete(button)) held.add(button)
}

function holdSubmit(event: Event): void {
  event.stopPropagation()
  // The browser would put what was typed, a password, into the address.
  event.preventDefault()
  const form = event.target as HTMLFormElement
  held.add(form)
  form.querySelector<HTMLElement>('[type=submit]')?.setAttribute('data-held', '')
}

function stop() {
  document.removeEventListener('click', holdClick, true)
  document.removeEventListener('submit', holdSubmit, true)
  for (const button of document.querySelectorAll('[data-held]')) button.removeAttribute('data-held')
  return held
}

document.addEventListener('click', holdClick, true)
document.addEventListener('submit', holdSubmit, true)
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
