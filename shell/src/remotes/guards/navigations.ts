import { callingRemote } from './calling-remote.ts'
import { report } from './report.ts'
import { releaseOf } from './responding.ts'

type NavigateEvent = Event & {
  hashChange: boolean
  downloadRequest: string | null
  destination: { sameDocument: boolean }
}

/** Calls `listener` for each navigation, where the browser reports them. `isInPage`: to another place of the same document. */
export function onNavigate(realm: Window, listener: (event: NavigateEvent, isInPage: boolean) => void): void {
  const navigation: EventTarget | undefined = Reflect.get(realm, 'navigation')
  navigation?.addEventListener('navigate', (event) => {
    const { hashChange, destination } = event as NavigateEvent
    listener(event as NavigateEvent, hashChange || destination.sameDocument)
  })
}

/**
 * Lets a remote replace the document only after the user has done something in it. Where a browser does not report navigations,
 * departures in a row are noticed (responding.ts).
 */
export function watchNavigations(realm: Window): void {
  onNavigate(realm, (event, isInPage) => {
    const remote =
      !isInPage &&
      event.downloadRequest === null &&
      realm.navigator.userActivation?.hasBeenActive === false &&
      callingRemote()
    if (!remote) return
    event.preventDefault()
    report(releaseOf(remote), 'LeavesPage', 'It replaces the document without a tap of the user')
  })
}
