// Runs in a page that the server has rendered, after early-script.ts. Stores which buttons were pressed and which forms
// were sent before the code of the page could handle them.
import type {} from '@portal/shared/page-protocol'

const held = new Set<HTMLButtonElement | HTMLFormElement>()

function holdClick(event: Event): void {
  const button = (event.target as Element).closest('button')
  if (button?.type !== 'button') return
  // The code of the page may start to listen before it takes over the stored clicks.
  event.stopPropagation()
  // A second press undoes the first, because such a button shows and hides something.
  if (!held.delete(button)) held.add(button)
}

function holdSubmit(event: Event): void {
  event.stopPropagation()
  // By default the browser would put the form's values, such as a password, into the address.
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
