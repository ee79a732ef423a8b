import { login } from '@portal/contracts/session'
import { localStore, sessionStore, storedObject } from '@portal/shared/browser-storage'
import { onCallFailed } from '@portal/shared/http/call'
import { type CardFormState, cardFormKey } from '@portal/shared/page-protocol'
import { accessForbidden, signedIn, signedOut } from '@portal/shared/session/state/events'
import { storedUser, useSession } from '@portal/shared/session/store'
import type { QueryClient } from '@tanstack/react-query'
import { loginPathFromOpenPage, unlockPath } from './back-path.ts'

/** Responses for reading without a network are stored under it (shell/src/updates/offline). */
export const STORED_RESPONSES_KEY = 'chaevye:answers'

/** The tab's storage of a card that a provider's form has read for the page of a new card (mfe-settings). */
const begunCard = storedObject<Pick<CardFormState, 'userId'>>(sessionStore, cardFormKey, ({ userId }) =>
  userId ? { userId } : null,
)

/** The time of the last navigation by `performance.now()`. */
let navigatedAt = 0

/** The router is about to render another page, or the same one again. */
export function navigationEnded(): void {
  navigatedAt = performance.now()
}

/**
 * Decides what becomes of a session: 401 ends it (a wrong password does not), 403 forbids the page, and signing out
 * removes the stored responses. Where to go next follows from the state (app/routing/guards.tsx), except on pages that
 * are open to anyone. `replacePage`: navigates in place of this entry of the history. `userLeft`: called when another
 * user, or no user, is signed in afterwards.
 */
export function handleSessionEvents(replacePage: (path: string) => void, userLeft: () => void): void {
  onCallFailed(({ status, code }, { endpoint, startedAt, isPrefetch }) => {
    if (status === 401 && endpoint.path !== login.path) {
      // A request that was pending when the user signed out carries no news.
      if (useSession.getState().user) signedOut({ hasEnded: true, disabled: code === 'account_disabled' })
      const path = loginPathFromOpenPage(location)
      if (path) replacePage(path)
    }
    // The session is locked: another document replaces this one with all that it shows.
    if (status === 423) location.replace(unlockPath(location.pathname + location.search))
    // Only a request of this page can forbid it, not a request of the previous page or a prefetch.
    if (status === 403 && startedAt >= navigatedAt && !isPrefetch) accessForbidden()
  })

  removeCardOfOthers()
  let lastUserId = useSession.getState().user?.id
  useSession.subscribe(({ user }, previous) => {
    if (user?.id === previous.user?.id) return
    localStore.removeItem(STORED_RESPONSES_KEY)
    removeCardOfOthers()
    lastUserId = user?.id ?? lastUserId
    if (previous.user) userLeft()
  })

  // Another tab signed out, or in: what this one shows is no longer true.
  addEventListener('storage', () => {
    const stored = storedUser()
    if (stored?.id === useSession.getState().user?.id) return
    if (!stored) signedOut()
    // A page with the data of one user must not become that of another step by step, so the next user starts at home.
    else if (lastUserId && lastUserId !== stored.id) location.assign('/')
    else signedIn(stored)
  })
  // The page was in the back/forward cache and received no events meanwhile.
  addEventListener('pageshow', ({ persisted }) => persisted && dispatchEvent(new Event('storage')))
}

/**
 * Removes the card of a user who has left, or who is not the one signed in. After an expired session it waits for its
 * user.
 */
function removeCardOfOthers(): void {
  const { user, hasSignedOut, disabled } = useSession.getState()
  const hasOther = user !== null && begunCard.read()?.userId !== user.id
  if (hasSignedOut || disabled || hasOther) begunCard.remove()
}

/** Clears the cache when the user signs out, and when another one signs in: no user sees the money of another user. */
export function clearWithUser(client: Pick<QueryClient, 'clear'>): void {
  useSession.subscribe(({ user }, previous) => {
    if (user?.id !== previous.user?.id) client.clear()
  })
}
