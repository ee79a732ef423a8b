import { signInByPasskey, startPasskeySignIn } from '@portal/contracts/passkey'
import type { PasskeyAssertion } from '@portal/contracts/passkey-assertion'
import { PasskeyButton, passkeyFailureText } from '@portal/shared/forms/passkey-button'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { cancelPasskeyPrompt, fillsInPasskeys, signByFilledIn, signByPasskey } from '@portal/shared/passkeys/prompt'
import { rememberWayIn } from '@portal/shared/passkeys/way-in'
import { signedIn } from '@portal/shared/session/state/events'
import { Notice } from '@portal/shared/ui/notice'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** The time before the end of a challenge at which the browser gets the next one. */
const renewBeforeMs = 30_000

type PasskeySignInProps = {
  /** It is the first way to sign in that the page shows. */
  first: boolean
  isRemembered: () => boolean
  /** The portal does not know the passkey: the user has to sign in otherwise. */
  onUnknown: () => void
}

/** Offers a passkey by a button, and among the suggestions of the phone field. */
export function PasskeySignIn({ first, isRemembered, onUnknown }: PasskeySignInProps) {
  const [failure, setFailure] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  const prompting = useRef(false)

  async function signIn(passkey: PasskeyAssertion) {
    const body = { passkey, _remember_me: isRemembered() }
    const user = await call(signInByPasskey, { body }).catch((cause: unknown) => {
      if (cause instanceof ApiError && cause.code === 'passkey_invalid') onUnknown()
      throw cause
    })
    rememberWayIn('passkey')
    signedIn(user)
  }

  async function prompt(left: AbortSignal) {
    setFailure(null)
    prompting.current = true
    return await signByPasskey(await call(startPasskeySignIn, {}), left)
  }

  /** A prompt of the button has ended what the browser offered. */
  function offerAgain() {
    prompting.current = false
    setRound(round + 1)
  }

  const filledIn = useEffectEvent((passkey: PasskeyAssertion) =>
    signIn(passkey).catch((cause: unknown) => {
      setFailure(passkeyFailureText(cause))
      setRound(round + 1)
    }),
  )
  const renew = useEffectEvent(() => !prompting.current && setRound(round + 1))
  const end = useEffectEvent(() => !prompting.current && cancelPasskeyPrompt())

  useEffect(() => {
    let left = false
    let renewal: ReturnType<typeof setTimeout> | undefined

    async function offer() {
      if (!(await fillsInPasskeys())) return
      const options = await call(startPasskeySignIn, {})
      if (left) return
      renewal = setTimeout(renew, options.timeout - renewBeforeMs)
      const passkey = await signByFilledIn(options)
      if (passkey && !left) await filledIn(passkey)
    }

    // A failed suggestion is ignored, because the button remains.
    offer().catch(() => {})
    return () => {
      left = true
      clearTimeout(renewal)
      end()
    }
  }, [round])

  return (
    <>
      {failure && <Notice tone="error">{failure}</Notice>}
      <PasskeyButton
        variant={first ? 'primary' : 'secondary'}
        prompt={prompt}
        onSigned={signIn}
        onUnsigned={offerAgain}
      >
        Вход по ключу доступа
      </PasskeyButton>
    </>
  )
}
