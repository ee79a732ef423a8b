import { declineTexts } from '@portal/contracts/decline-texts'
import { getPayout } from '@portal/contracts/payout'
import { apiQuery } from '@portal/shared/http/query'
import { useQuery } from '@portal/shared/query'
import styles from './operation-facts.module.css'

/**
 * Why the bank, or the support, has rejected an order. A failure shows nothing: the page of the order is a tap away.
 */
export default function DeclineReason({ payoutId }: { payoutId: string }) {
  const { data } = useQuery(apiQuery(getPayout, { params: { id: payoutId } }))
  if (data?.status !== 'canceled') return null
  const { why, advice } = declineTexts(data)
  return (
    <div className={styles.review}>
      <p>{why}</p>
      <p>{advice}</p>
    </div>
  )
}
