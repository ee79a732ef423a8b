import { useEffect, useEffectEvent } from 'react'

/** WebOTP: the phone offers the code of the message that came for this site. */
export function useCodeFromSms(isExpected: boolean, type: (code: string) => void): void {
  const received = useEffectEvent(type)
  useEffect(() => {
    if (!isExpected || !('OTPCredential' in window)) return
    const gone = new AbortController()
    const wish: CredentialRequestOptions & { otp: { transport: string[] } } = {
      otp: { transport: ['sms'] },
      signal: gone.signal,
    }
    navigator.credentials.get(wish).then(
      (credential) => received((credential as (Credential & { code?: string }) | null)?.code ?? ''),
      // Denied, or the field is unmounted: the code is typed by hand.
      () => {},
    )
    return () => gone.abort()
  }, [isExpected])
}
