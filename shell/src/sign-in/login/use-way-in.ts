import { useHasPasskeys } from '@portal/shared/passkeys/prompt'
import { lastWayIn } from '@portal/shared/passkeys/way-in'
import { useHydrated } from '@portal/shared/use-hydrated'
import { useEffect, useState } from 'react'

type WayIn = {
  /** The page shows the passkey button, and phone and password only after a tap. */
  isPasskeyFirst: boolean
  /** The user has tapped for phone and password. */
  isPasswordChosen: boolean
  choosePassword: () => void
}

/** Offers the way of the last sign-in in this browser first. `isPasswordFirst`: the password comes first anyway. */
export function useWayIn({ isPasswordFirst }: { isPasswordFirst: boolean }): WayIn {
  const hasPasskeys = useHasPasskeys()
  // Null while the HTML is hydrated, in which way-in.ts has marked the way before the first paint.
  const last = useHydrated() ? lastWayIn() : null
  useEffect(() => {
    if (last) delete document.documentElement.dataset.wayIn
  }, [last])
  const [isPasswordChosen, setPasswordChosen] = useState(false)
  const isPasskeyFirst = last === 'passkey' && hasPasskeys && !isPasswordChosen && !isPasswordFirst
  return {
    isPasskeyFirst,
    isPasswordChosen,
    choosePassword: () => setPasswordChosen(isPasswordChosen || isPasskeyFirst),
  }
}
