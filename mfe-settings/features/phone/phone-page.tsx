import { getPhoneChange } from '@portal/contracts/password'
import { getProfile } from '@portal/contracts/profile'
import { apiQuery } from '@portal/shared/http/query'
import { useQueryClient, useSuspenseQueries } from '@portal/shared/query'
import { NoBreak } from '@portal/shared/ui/no-break'
import { Panel } from '@portal/shared/ui/panel'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { Skeleton } from '@portal/shared/ui/skeleton'
import { useState } from 'react'
import { ChangeDone } from '../../change-done/change-done.tsx'
import styles from '../../settings.module.css'
import { PendingChange } from './pending-change.tsx'
import { PhoneForm } from './phone-form.tsx'

function PhonePage() {
  return (
    <Panel>
      <QueryBoundary skeleton={<PhoneSkeleton />}>
        <Phone />
      </QueryBoundary>
    </Panel>
  )
}

export { PhonePage as Component }

function Phone() {
  const client = useQueryClient()
  const { queryKey } = apiQuery(getProfile, {})
  const { queryKey: pendingKey } = apiQuery(getPhoneChange, {})
  const [{ data: profile }, { data: change }] = useSuspenseQueries({
    queries: [apiQuery(getProfile, {}), apiQuery(getPhoneChange, {})],
  })
  const [isChanged, setChanged] = useState(false)

  if (isChanged) {
    return (
      <ChangeDone title="Номер изменён">
        Теперь для входа нужен <span className="visually-hidden">номер </span>
        <span className={styles.whole}>
          <NoBreak>{profile.phone_masked}</NoBreak>
        </span>
        . Туда же будут приходить коды.
      </ChangeDone>
    )
  }
  return (
    <>
      <p>
        Сейчас вы входите по номеру{' '}
        <span className={styles.whole}>
          <NoBreak>{profile.phone_masked}</NoBreak>
        </span>
      </p>
      {change.pending ? (
        <PendingChange pending={change.pending} />
      ) : (
        <PhoneForm
          current={profile.phone_masked}
          onChanged={({ phone_masked, takes_effect_at }) => {
            if (takes_effect_at) {
              client.setQueryData(pendingKey, { pending: { phone_masked, takes_effect_at } })
            } else {
              client.setQueryData(queryKey, (known) => known && { ...known, phone_masked })
              setChanged(true)
            }
          }}
        />
      )}
    </>
  )
}

function PhoneSkeleton() {
  return (
    <>
      <Skeleton width="70%" height={22} />
      <Skeleton height={76} radius="var(--radius-control)" />
      <Skeleton height={76} radius="var(--radius-control)" />
      <Skeleton height={48} radius="var(--radius-control)" />
    </>
  )
}
