import { signInByPasskey, startPasskeySignIn } from '@portal/contracts/passkey'
import type { PasskeyAssertion } from '@portal/contracts/passkey-assertion'
import { PasskeyButton, passkeyFailureText } from '@portal/shared/forms/passkey-button'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { cancelPasskeyPrompt, fillsInPasskeys, signByFilledIn, signByPasskey } from '@portal/shared/passkeys/prompt'
import { rememberWayIn } from '@portal/shared/passkeys/way-in'
import { signedIn } from '@portal/shared/session/state/events'
import { Notice } from '@portal/shared/ui/notice'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

/** The time before the end of a challenge at which the browser gets the next one. */
const RENEW_BEFORE_MS = 30_000

type PasskeySignInProps = {
  /** It is the first way to sign in that the page shows. */
  isFirst: boolean
  isRemembered: () => boolean
  /** The portal does not know the passkey: the user has to sign in otherwise. */
  onUnknown: () => void
}

/**
 * Offers a passkey by a button, and among the suggestions of the phone field. Released test kits press the only button
 * whose name contains «Войти» beside the password, so this name does not.
 */
export function PasskeySignIn({ isFirst, isRemembered, onUnknown }: PasskeySignInProps) {
  const [failure, setFailure] = useState<string | null>(null)
  const isPrompting = useRef(false)
  const suggestAgain = useSuggestedPasskeys({
    isPrompting,
    signIn,
    onFailed: (cause) => setFailure(passkeyFailureText(cause)),
  })

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
    isPrompting.current = true
    return await signByPasskey(await call(startPasskeySignIn, {}), left)
  }

  /** The prompt of the button has ended the suggestions of the browser. */
  function endPrompt() {
    isPrompting.current = false
    suggestAgain()
  }

  return (
    <>
      {failure && <Notice tone="error">{failure}</Notice>}
      <PasskeyButton
        variant={isFirst ? 'primary' : 'secondary'}
        prompt={prompt}
        onSigned={signIn}
        onUnsigned={endPrompt}
      >
        Открыть ключом доступа
      </PasskeyButton>
    </>
  )
}

type SuggestedPasskeys = {
  /** Whether the button shows its prompt, which takes the place of the suggestions. */
  isPrompting: RefObject<boolean>
  signIn: (passkey: PasskeyAssertion) => Promise<void>
  onFailed: (cause: unknown) => void
}

/**
 * Lets the browser suggest passkeys in the phone field, and signs in by the chosen one. Returns a function that makes
 * the browser suggest them again.
 */
function useSuggestedPasskeys({ isPrompting, signIn, onFailed }: SuggestedPasskeys): () => void {
  const [round, setRound] = useState(0)
  const suggestAgain = () => setRound(round + 1)

  const choose = useEffectEvent((passkey: PasskeyAssertion) =>
    signIn(passkey).catch((cause: unknown) => {
      onFailed(cause)
      suggestAgain()
    }),
  )
  const renew = useEffectEvent(() => !isPrompting.current && suggestAgain())
  const end = useEffectEvent(() => !isPrompting.current && cancelPasskeyPrompt())

  useEffect(() => {
    let hasLeft = false
    let renewal: ReturnType<typeof setTimeout> | undefined

    async function suggest() {
      if (!(await fillsInPasskeys())) return
      const options = await call(startPasskeySignIn, {})
      if (hasLeft) return
      renewal = setTimeout(renew, options.timeout - RENEW_BEFORE_MS)
      const passkey = await signByFilledIn(options)
      if (passkey && !hasLeft) await choose(passkey)
    }

    // A failed suggestion is ignored, because the button remains.
    suggest().catch(() => {})
    return () => {
      hasLeft = true
      clearTimeout(renewal)
      end()
    }
  }, [round])

  return suggestAgain
}
