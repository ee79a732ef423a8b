import { signOut } from '@portal/shared/session/sign-out'
import { Button } from '@portal/shared/ui/button'
import { Notice } from '@portal/shared/ui/notice'
import { type ComponentProps, useState } from 'react'

/** Signs out, and says so if that has failed. */
export function SignOutButton(button: Omit<ComponentProps<typeof Button>, 'onClick'>) {
  const [hasFailed, setFailed] = useState(false)
  return (
    <>
      <Button {...button} onClick={() => signOut().catch(() => setFailed(true))} />
      {hasFailed && <Notice tone="error">Не удалось выйти. Попробуйте ещё раз.</Notice>}
    </>
  )
}
