import { getInvitation } from '@portal/contracts/invitation'
import { ApiError } from '@portal/shared/http/api-error'
import { apiQuery } from '@portal/shared/http/query'
import { useParams } from '@portal/shared/router'
import { useSession } from '@portal/shared/session/store'
import { ButtonLink } from '@portal/shared/ui/button'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { Icon } from '@portal/shared/ui/icon'
import { LoadError } from '@portal/shared/ui/load-error'
import { Skeleton } from '@portal/shared/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ContinueTo } from '../entry-steps/entry-state.tsx'
import styles from './invitation-page.module.css'
import { JoinOffer } from './join-offer.tsx'
import { isGone, type OpenedInvitation } from './opened-invitation.ts'
import { Registration } from './registration.tsx'

export default function InvitationPage() {
  const { code = '' } = useParams()
  return <InvitationByCode key={code} code={code} />
}

function InvitationByCode({ code }: { code: string }) {
  const { data, error, isFetching, refetch } = useQuery(apiQuery(getInvitation, { params: { code } }))
  const [outcome, setOutcome] = useState<'accepted' | 'gone' | null>(null)

  if (outcome === 'accepted') return <ContinueTo to="/" />
  // A loaded invitation stays until an attempt to accept it shows that it is gone.
  if (outcome === 'gone' || (!data && isGone(error))) return <Gone />
  if (data) {
    return (
      <InvitationContent
        code={code}
        invitation={data}
        onAccepted={() => setOutcome('accepted')}
        // The invitation may have been used, or have expired, since the page was opened.
        onFailed={(cause) => {
          if (!isGone(cause)) throw cause
          setOutcome('gone')
        }}
      />
    )
  }
  if (isFetching || !(error instanceof ApiError)) return <InvitationSkeleton />
  return <LoadError error={error} onRetry={() => void refetch()} />
}

function InvitationContent(opened: OpenedInvitation) {
  const user = useSession((state) => state.user)
  return (
    <>
      <div className={styles.restaurant}>
        <Icon name="building" />
        <div>
          <p className={styles.from}>Вас приглашает ресторан</p>
          <h2>{opened.invitation.restaurant.name}</h2>
        </div>
      </div>
      {user ? <JoinOffer {...opened} userName={user.name} /> : <Registration {...opened} />}
    </>
  )
}

function Gone() {
  const user = useSession((state) => state.user)
  return (
    <>
      <div role="alert">
        <EmptyState
          icon="clock"
          title="Приглашение не найдено или устарело"
          text="Попросите новую ссылку у менеджера"
        />
      </div>
      <ButtonLink to={user ? '/' : '/login'} variant="secondary" full replace>
        {user ? 'На главную' : 'Войти'}
      </ButtonLink>
    </>
  )
}

function InvitationSkeleton() {
  return (
    <>
      <Skeleton className={styles.restaurantSkeleton} />
      <Skeleton className={styles.fieldSkeleton} />
      <Skeleton className={styles.fieldSkeleton} />
      <Skeleton className={styles.buttonSkeleton} />
    </>
  )
}
