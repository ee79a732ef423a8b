import type { Payout } from '@portal/contracts/payout'
import { getHelp } from '@portal/contracts/personal-data'
import { apiQuery } from '@portal/shared/http/query'
import { useQuery } from '@portal/shared/query'
import { ButtonLink } from '@portal/shared/ui/button'
import { numberNames } from './payout-facts.tsx'
import styles from './payout-timeline.module.css'

/** Calls the support about an order. Without the phone there is nothing. */
export default function CallButton({ kind, number }: Pick<Payout, 'kind' | 'number'>) {
  const { data } = useQuery(apiQuery(getHelp, {}))
  const phone = data?.contact.phone
  if (!phone) return null
  return (
    <div className={styles.call}>
      <ButtonLink full variant="secondary" icon="phone" to={`tel:${phone}`}>
        Позвонить в поддержку
      </ButtonLink>
      <p>{`Назовите ${numberNames[kind].toLowerCase()}: ${number}`}</p>
    </div>
  )
}
