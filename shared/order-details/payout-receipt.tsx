import { reasonTexts } from '@portal/contracts/decline-texts'
import type { Payout } from '@portal/contracts/payout'
import { zoneText } from '@portal/contracts/zone-text'
import { formatMoment } from '@portal/shared/format/date'
import { PrintedPage } from '@portal/shared/printed-page'
import { shownTimeZone, useSession } from '@portal/shared/session/store'
import { Fact, Facts } from './facts.tsx'
import { PayoutFacts } from './payout-facts.tsx'
import styles from './payout-receipt.module.css'
import { shortStatusText, statusText } from './payout-status.ts'

/** The printed page about a payout. */
export function PayoutReceipt({ payout }: { payout: Payout }) {
  const name = useSession(({ user }) => user?.name)
  const isTransfer = payout.kind === 'transfer'

  return (
    <PrintedPage className={styles.receipt}>
      <h1>{`Квитанция о ${isTransfer ? 'переводе' : 'выводе'}`}</h1>
      <p>
        <span>{statusText(payout)}</span>
        {payout.reason && payout.review !== 'rejected' && <span>{`. ${reasonTexts[payout.reason]}`}</span>}
      </p>
      <Facts>
        <Fact name={isTransfer ? 'Отправитель' : 'Получатель'}>{name}</Fact>
      </Facts>
      <PayoutFacts payout={payout} always />
      <Facts>
        <Moment name="Создано" at={payout.created_at} />
        {payout.completed_at && <Moment name={shortStatusText(payout)} at={payout.completed_at} />}
      </Facts>
    </PrintedPage>
  )
}

function Moment({ name, at }: { name: string; at: string }) {
  return <Fact name={`${name} (${zoneText(shownTimeZone(), at)})`}>{formatMoment(at)}</Fact>
}
