import { getHelp } from '@portal/contracts/personal-data'
import { formatPhone } from '@portal/contracts/phone-text'
import { whomToAsk } from '@portal/shared/format/failure-text'
import { apiQuery } from '@portal/shared/http/query'
import { useQuery } from '@portal/shared/query'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { Panel } from '@portal/shared/ui/panel'
import { SignOutButton } from '../../../session/sign-out-button.tsx'
import { EmptyLayout } from './empty-layout.tsx'
import styles from './no-restaurant.module.css'

/**
 * Shown to a user who has never worked at a restaurant, because no page would have any content. A dismissed user keeps
 * the portal, with the former restaurant.
 */
export default function NoRestaurant() {
  return (
    <EmptyLayout>
      <Panel>
        <EmptyState
          icon="building"
          title="Нет доступных ресторанов"
          text={`Вас ещё не добавили ни в один ресторан. ${whomToAsk}`}
          action={<SignOutButton variant="secondary">Выйти</SignOutButton>}
        />
        <Support />
      </Panel>
    </EmptyLayout>
  )
}

function Support() {
  const { data } = useQuery(apiQuery(getHelp, {}))
  const { phone = null, email = null, hours } = data?.contact ?? {}
  if (phone === null && email === null) return null
  return (
    <p className={styles.support}>
      <span>Поддержка: </span>
      {phone && <a href={`tel:${phone}`}>{formatPhone(phone)}</a>}
      {phone && hours && <span>{` (${hours})`}</span>}
      {phone && email && <span>, </span>}
      {email && <a href={`mailto:${email}`}>{email}</a>}
    </p>
  )
}
