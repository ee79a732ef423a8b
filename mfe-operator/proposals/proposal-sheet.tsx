import { listStaff } from '@portal/contracts/admin/employee'
import { type OperatorProposal, retractProposal } from '@portal/contracts/admin/proposal'
import { listReconciliationLines } from '@portal/contracts/admin/reconciliation'
import { getRestaurant, listRestaurants } from '@portal/contracts/admin/restaurant'
import { showUserForSupport } from '@portal/contracts/admin/support'
import { useSuspenseQuery } from '@portal/shared/query'
import { Button } from '@portal/shared/ui/button'
import { Notice } from '@portal/shared/ui/notice'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { Sheet } from '@portal/shared/ui/sheet'
import { Skeleton } from '@portal/shared/ui/skeleton'
import { useState } from 'react'
import { FactList } from '../change/change-form.tsx'
import { type Decision, DecisionForm } from '../change/decision-sheet.tsx'
import { useChange, useDecide } from '../change/use-change.ts'
import { formatZonedMoment, useOwnName } from '../names.ts'
import styles from '../operator.module.css'
import { payoutReads } from '../payouts/payout-texts.ts'
import type { OpenSheet } from '../use-sheet.ts'
import { confirmingRequest, readProposer, readSubject } from './proposal-request.ts'
import { changeTexts, proposalTitle } from './proposal-texts.ts'

/** Shows a proposal, and has it confirmed or retracted. */
export function ProposalSheet({ content: proposal, attempt, open, close }: OpenSheet<OperatorProposal>) {
  if (!proposal) return null
  return (
    <Sheet open={open} onOpenChange={(next) => !next && close()} title={proposalTitle(proposal)}>
      <QueryBoundary key={attempt} skeleton={<Skeleton height={140} />}>
        <Proposal proposal={proposal} onDone={close} />
      </QueryBoundary>
    </Sheet>
  )
}

const affects = [listStaff, getRestaurant, listRestaurants, listReconciliationLines, showUserForSupport, ...payoutReads]

function Proposal({ proposal, onDone }: { proposal: OperatorProposal; onDone: () => void }) {
  const [chosen, setChosen] = useState<Decision | null>(null)
  const { facts, confirming, retracting, isOwn } = useProposal(proposal)
  if (chosen) return <DecisionForm decision={chosen} onDone={onDone} />
  return (
    <div className={styles.fields}>
      <FactList facts={facts} />
      <Notice tone="info">
        {isOwn
          ? 'Подтвердить должен другой оператор.'
          : confirming
            ? 'Сначала спросите первого оператора лично, зачем это.'
            : 'Эта версия страницы не знает такого действия. Обновите страницу, чтобы подтвердить его.'}
      </Notice>
      <div className={styles.actions}>
        <Button full variant="danger-quiet" onClick={() => setChosen(retracting)}>
          {retracting.action}
        </Button>
        {!isOwn && confirming && (
          <Button full onClick={() => setChosen(confirming)}>
            {confirming.action}
          </Button>
        )}
      </div>
    </div>
  )
}

/** What a proposal is about, and the decisions about it. A proposal of a later API can only be retracted. */
function useProposal(proposal: OperatorProposal) {
  const { id, proposed_by, proposed_at, reason } = proposal
  const isOwn = proposed_by === useOwnName()
  const { data } = useSuspenseQuery({
    queryKey: ['proposal', id],
    queryFn: () => Promise.all([readSubject(proposal), isOwn ? 'вы' : readProposer(proposal)]),
  })
  const [subject, proposer] = data
  const sendSigned = useChange()
  const decide = useDecide(affects)
  const facts = [
    subject,
    ...changeTexts(proposal),
    `Кто предложил: ${proposer}, ${formatZonedMoment(proposed_at)}`,
    ...(reason ? [`Причина: ${reason}`] : []),
  ]
  const common = { title: proposalTitle(proposal), about: subject, facts }
  const retracting: Decision = {
    ...common,
    action: 'Отозвать',
    submit: `Отозвать: ${subject}`,
    isDangerous: true,
    decide: decide(retractProposal, String(id), 'Предложение отозвано'),
  }
  const request = confirmingRequest(proposal)
  const confirming: Decision | undefined = request && {
    ...common,
    action: 'Подтвердить',
    submit: `Подтвердить: ${subject}`,
    decide: (why) =>
      sendSigned(request.endpoint, { params: request.params, body: { ...request.body, reason: why } } as never, {
        affects,
        done: 'Изменено',
      }),
  }
  return { facts, confirming, retracting, isOwn }
}
