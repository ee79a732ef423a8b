import { isInFrame } from './frame-parts.ts'
import { onSectionEnd } from './opened-sections.ts'
import { root } from './page-at-start.ts'

/** A handler that is a property, such as `onclick`, is set by no call that a guard could see: those of the page are removed. */
export function removeHandlers(): void {
  for (const type of ['pointerdown', 'keydown', 'click']) {
    addEventListener(
      type,
      ({ target }) => {
        if (!isInFrame(target)) return
        for (let at = target as Element | null; at; at = at.parentElement) removeOf(at)
        removeOfNavigation()
      },
      true,
    )
  }
  onSectionEnd(() => {
    const content = document.getElementById('content')
    for (const place of [window, document, document.documentElement, document.body, root, content]) {
      if (place) removeOf(place)
    }
    removeOfNavigation()
  })
}

/** One of `onnavigate` may prevent that the user leaves the section. Some browsers lack the object. */
function removeOfNavigation(): void {
  removeOf(Reflect.get(window, 'navigation') ?? {})
}

function removeOf(place: object): void {
  // React gives a dialog an empty one, without which Safari sends it no click.
  if (place instanceof HTMLDialogElement) return
  for (const name in place) {
    if (name.startsWith('on') && Reflect.get(place, name)) Reflect.set(place, name, null)
  }
}
