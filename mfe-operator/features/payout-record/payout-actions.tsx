import {
  askAboutPayout,
  decideAboutPayout,
  type PayoutRecord,
  rejectPayout,
  releasePayout,
  retractPayoutDecision,
} from '@portal/contracts/admin/payout'
import { now } from '@portal/shared/http/clock'
import { isInFlight } from '@portal/shared/order-details/payout-status'
import { Button } from '@portal/shared/ui/button'
import { type Decision, DecisionButtons, DecisionSheet } from '../../change/decision-sheet.tsx'
import { type Decide, type SendSigned, useChange, useDecide } from '../../change/use-change.ts'
import styles from '../../operator.module.css'
import {
  isHeld,
  nameAndAmount,
  outcomeTexts,
  payoutReads,
  responseTexts,
  waitingText,
} from '../../payouts/payout-texts.ts'
import { useSheet } from '../../use-sheet.ts'
import { DecideSheet } from './decide-sheet.tsx'

/** What an operator may do about a withdrawal or a transfer in its state. */
export function PayoutActions({ payout }: { payout: PayoutRecord }) {
  const sheet = useSheet<Decision>()
  const deciding = useSheet<null>()
  const sendSigned = useChange()
  const decide = useDecide(payoutReads)
  const isPayout = payout.kind === 'payout'
  const canDecide = isPayout && isInFlight(payout) && !isHeld(payout) && payout.decision?.state !== 'open'
  const decisions = isHeld(payout)
    ? heldDecisions(payout, decide)
    : [...proposedDecisions(payout, decide, sendSigned), ...(isPayout ? [asking(payout, sendSigned)] : [])]
  return (
    <>
      <div className={styles.actions}>
        <DecisionButtons decisions={decisions} onChoose={sheet.show} />
        {canDecide && (
          <Button full variant="secondary" onClick={() => deciding.show(null)}>
            Решить за банк
          </Button>
        )}
      </div>
      <DecisionSheet {...sheet} />
      <DecideSheet payout={payout} {...deciding} />
    </>
  )
}

/** The decisions about an order that is held. */
function heldDecisions(payout: PayoutRecord, decide: Decide): Decision[] {
  const about = aboutText(payout)
  return [
    {
      action: 'Отпустить',
      title: 'Отпустить?',
      about,
      facts: [
        payout.kind === 'payout' ? 'Портал отправит деньги в банк.' : `Деньги придут коллеге: ${payout.destination}.`,
        'Больше лимита решение подтвердит другой оператор.',
      ],
      submit: `Отпустить: ${nameAndAmount(payout)}`,
      decide: decide(releasePayout, payout.id, 'Отпущено'),
    },
    {
      action: 'Отклонить',
      title: 'Отклонить?',
      about,
      facts: ['Деньги вернутся на баланс отправителя.'],
      submit: `Отклонить: ${nameAndAmount(payout)}`,
      isDangerous: true,
      decide: decide(rejectPayout, payout.id, 'Отклонено'),
    },
  ]
}

/** The decisions about a proposal to decide for the bank. */
function proposedDecisions(payout: PayoutRecord, decide: Decide, sendSigned: SendSigned): Decision[] {
  const about = aboutText(payout)
  const { decision } = payout
  if (decision?.state !== 'open') return []
  const { outcome } = decision
  return [
    {
      action: 'Записать решение',
      title: 'Записать решение?',
      about,
      facts: [`${outcomeTexts[outcome]}.`, waitingText(decision, now()), 'Записанное решение не отменить.'],
      submit: `Записать решение: ${nameAndAmount(payout)}`,
      decide: (reason) =>
        sendSigned(
          decideAboutPayout,
          { params: { id: payout.id }, body: { outcome, reason } },
          {
            affects: payoutReads,
            done: ({ payout: { decision } }) => (decision?.state === 'done' ? 'Решение записано' : 'Ещё не записано'),
          },
        ),
    },
    {
      action: 'Отозвать решение',
      title: 'Отозвать решение?',
      about,
      facts: ['Портал снова пошлёт вывод в банк.'],
      submit: `Отозвать решение: ${nameAndAmount(payout)}`,
      isDangerous: true,
      decide: decide(retractPayoutDecision, payout.id, 'Решение отозвано'),
    },
  ]
}

function asking(payout: PayoutRecord, sendSigned: SendSigned): Decision {
  const about = aboutText(payout)
  return {
    action: 'Спросить банк',
    title: 'Спросить банк?',
    about,
    facts: ['Портал спросит банк сейчас и запишет, что он решил.'],
    submit: `Спросить: ${nameAndAmount(payout)}`,
    hasOptionalReason: true,
    decide: (reason) =>
      sendSigned(
        askAboutPayout,
        { params: { id: payout.id }, body: { ...(reason && { reason }) } },
        {
          affects: payoutReads,
          done: ({ call }) => (call ? `Ответ банка: ${responseTexts[call.response]}` : 'Банк не спрошен'),
        },
      ),
  }
}

function aboutText(payout: PayoutRecord): string {
  return `${nameAndAmount(payout)} · ${payout.restaurant.name} · ${payout.destination}`
}
