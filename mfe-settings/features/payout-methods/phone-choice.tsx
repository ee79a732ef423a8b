import { getUser } from '@portal/contracts/session'
import { PhoneField } from '@portal/shared/forms/phone-field'
import { apiQuery } from '@portal/shared/http/query'
import { useSuspenseQuery } from '@portal/shared/query'
import { useSession } from '@portal/shared/session/store'
import { Button } from '@portal/shared/ui/button'
import { NoBreak } from '@portal/shared/ui/no-break'
import { useEffect, useRef } from 'react'
import styles from '../../settings.module.css'
import { Chosen } from './chosen.tsx'

/** Stands for the number that the user signs in with, which the browser knows only masked. */
export const ownPhone = 'own'

/** `+7 (900) •••-••-01` */
export function useOwnPhone(): string {
  const id = useSession(({ user }) => user?.id ?? '')
  return useSuspenseQuery(apiQuery(getUser, { params: { id } })).data.phone_masked
}

/** The field of a phone, with a button that enters the user's own number. */
export function PhoneChoice({ phone, onChange }: { phone: string; onChange: (phone: string) => void }) {
  const masked = useOwnPhone()
  const isOwn = phone === ownPhone
  const box = useRef<HTMLDivElement>(null)
  const hasChosen = useRef(false)
  // The button that was pressed is gone, so the focus moves to what replaces it.
  useEffect(() => {
    const replacement = isOwn ? box.current : box.current?.querySelector('input')
    if (hasChosen.current) replacement?.focus()
  }, [isOwn])

  function choose(chosen: string) {
    hasChosen.current = true
    onChange(chosen)
  }

  if (isOwn) {
    return (
      <div ref={box} className={styles.announced} tabIndex={-1}>
        <Chosen label="Телефон" value={masked} other="Другой номер" onOther={() => choose('')} />
      </div>
    )
  }
  return (
    <div ref={box} className={styles.field}>
      <PhoneField name="phone" label="Телефон" />
      <div>
        <Button variant="secondary" size="s" icon="phone" onClick={() => choose(ownPhone)}>
          <span>
            Мой номер{' '}
            <span className={styles.whole}>
              <NoBreak>{masked}</NoBreak>
            </span>
          </span>
        </Button>
      </div>
    </div>
  )
}
