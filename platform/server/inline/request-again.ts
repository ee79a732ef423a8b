// Runs in a page after early-script.ts. If a file was cut off, for example because a server died, it is requested once
// more when the portal responds, and its error event is stopped.
import type {} from '@portal/shared/page-protocol'

type FileElement = HTMLScriptElement | HTMLLinkElement

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const responds = () =>
  fetch('/registry.json', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

const fileAddress = (target: FileElement) =>
  target.dataset.address ?? (target instanceof HTMLScriptElement ? target.src : target.href)

/** Returns whether the element is a script or a stylesheet of a release that has been requested only once. */
function isCutOff(target: EventTarget | null): target is FileElement {
  const isFile =
    target instanceof HTMLScriptElement || (target instanceof HTMLLinkElement && target.rel === 'stylesheet')
  return isFile && target.dataset.again === undefined && fileAddress(target).startsWith(`${location.origin}/releases/`)
}

async function request(element: FileElement): Promise<unknown> {
  element.dataset.again = ''
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve))
  for (let tries = 0; !(await responds()); tries += 1) {
    // Waiting does not help without a network, or when the loader has removed the element.
    if (tries === 20 || !navigator.onLine || !element.isConnected) return element.dispatchEvent(new Event('error'))
    await wait(500)
  }
  // The browser may keep a preloaded copy that was cut off, so the address changes. Later files have no preloads.
  window.portal.failures ||= 1
  if (element instanceof HTMLLinkElement) return window.portal.addressFile(element, fileAddress(element))
  // A script element runs only one script, even if it was cut off. Its loader waits for the events of the old element.
  const again = document.createElement('script')
  again.dataset.again = ''
  for (const type of ['load', 'error']) {
    again.addEventListener(type, () => {
      again.remove()
      element.dispatchEvent(new Event(type))
    })
  }
  document.head.append(again)
  return window.portal.addressFile(again, fileAddress(element))
}

addEventListener(
  'error',
  (event) => {
    if (!isCutOff(event.target)) return
    event.stopImmediatePropagation()
    void request(event.target)
  },
  true,
)
