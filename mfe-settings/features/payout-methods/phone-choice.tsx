import { getUser } from '@portal/contracts/session'
import { PhoneField } from '@portal/shared/forms/phone-field'
import { apiQuery } from '@portal/shared/http/query'
import { useSuspenseQuery } from '@portal/shared/query'
import { useSession } from '@portal/shared/session/store'
import { Button } from '@portal/shared/ui/button'
import { NoBreak } from '@portal/shared/ui/no-break'
import { Chosen } from './chosen.tsx'
import styles from './phone-choice.module.css'

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
  if (phone === ownPhone) {
    return <Chosen label="Телефон" value={masked} other="Другой номер" onOther={() => onChange('')} />
  }
  return (
    <div className={styles.choice}>
      <PhoneField name="phone" label="Телефон" />
      <div>
        <Button variant="secondary" size="s" icon="phone" onClick={() => onChange(ownPhone)}>
          <span>
            Мой номер{' '}
            <span className={styles.masked}>
              <NoBreak>{masked}</NoBreak>
            </span>
          </span>
        </Button>
      </div>
    </div>
  )
}
