import { getBalance } from '@portal/contracts/balance'
import { listColleagues } from '@portal/contracts/colleague'
import type { Employee } from '@portal/contracts/employee'
import { getTransferLimits } from '@portal/contracts/payout-method'
import { getSharingTemplate, type SharingTemplate } from '@portal/contracts/sharing'
import { apiQuery } from '@portal/shared/http/query'
import { useSuspenseQueries } from '@portal/shared/query'
import { ButtonLink } from '@portal/shared/ui/button'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { Panel } from '@portal/shared/ui/panel'
import { largestAmount } from '../../colleagues/transfer-sum.ts'
import { useAllAtOnce } from '../../money-order/all-at-once.ts'
import type { MoneyOrderFlow } from '../../money-order/money-order.ts'
import { AvailableBalance } from '../../money-order/order-amount.tsx'
import { LoweredLimitNotice } from '../../money-order/order-notices.tsx'
import { RejectionNotice } from '../../money-order/rejection-notice.tsx'
import { ConfirmSharing } from './confirm-sharing.tsx'
import { LeftSince } from './left-since.tsx'
import { leftSince, remainingMembers, sharingOrder, toParts } from './parts.ts'
import { asUsual, type BegunSharing, type SharingDraft } from './sharing-draft.ts'
import { SharingFields } from './sharing-fields.tsx'
import { remainingPercent } from './sharing-problem.ts'
import { SaveTemplate, UsualTeam } from './template-bar.tsx'

const errorTexts = {
  not_found: 'Кто-то из выбранных больше не работает в ресторане. Мы обновили список: проверьте доли.',
}
const otherError = 'Проверьте получателей и сумму и попробуйте ещё раз.'

type SharingFormProps = {
  employee: Employee
  flow: MoneyOrderFlow
  draft: BegunSharing
  /** Changes with each draft that was not typed here: the fields start from it. */
  draftNumber: number
  onChange: (changed: Partial<BegunSharing>) => void
  onFill: (draft: SharingDraft) => void
}

/** Asks how much, how and among whom. The sheet then confirms it. */
export function SharingForm({ employee, flow, draft: begun, draftNumber, onChange, onFill }: SharingFormProps) {
  const { id: restId, name: restaurant } = employee.restaurant
  const { colleagues, available, usual } = useTeam(restId)
  // «Разделить чаевые» of the home page begins with the largest amount.
  const isAll = useAllAtOnce()
  if (colleagues.length < 2) return <TooFewColleagues employee={employee} />

  const { balance, limits } = available
  const draft = shownDraft(begun, usual)
  const parts = toParts(draft, colleagues)

  function change(changed: Partial<SharingDraft>) {
    // A change of the proposed team makes all of it the user's own choice.
    onChange(changed.way || changed.members ? { way: draft.way, members: draft.members, ...changed } : changed)
  }

  return (
    <Panel>
      <AvailableBalance label="Доступно к переводу" restaurant={restaurant} rubles={balance} />
      <RejectionNotice rejection={flow.rejection} texts={errorTexts} otherwise={otherError} />
      {limits.lowered && <LoweredLimitNotice max={limits.max} lowered={limits.lowered} />}
      <LeftSince
        names={leftSince(draft, colleagues)}
        percentLeft={remainingPercent(draft.way, parts)}
        onClose={() => change({ members: remainingMembers(draft, colleagues) })}
      />
      {usual && (
        <UsualTeam
          template={usual}
          count={toParts(asUsual(draft, usual), colleagues).length}
          members={begun.members}
          onFill={() => onFill(asUsual(draft, usual))}
        />
      )}
      <SharingFields
        key={draftNumber}
        colleagues={colleagues}
        available={available}
        initialAmount={draft.amount ?? (isAll ? largestAmount(available) : null)}
        draft={draft}
        parts={parts}
        onChange={change}
        onSubmit={(sum) => {
          const filled = { ...draft, ...sum }
          flow.requestConfirmation(sharingOrder(restId, filled, toParts(filled, colleagues)))
        }}
      >
        {begun.members && <SaveTemplate restId={restId} draft={draft} parts={parts} />}
      </SharingFields>
      <ConfirmSharing from={restaurant} flow={flow} colleagues={colleagues} />
    </Panel>
  )
}

/** The colleagues, what can be shared, and the usual team. */
function useTeam(restId: string) {
  const [team, balance, limits, template] = useSuspenseQueries({
    queries: [
      apiQuery(listColleagues, { query: { restId } }),
      apiQuery(getBalance, { params: { restId } }),
      apiQuery(getTransferLimits, { params: { restId } }),
      apiQuery(getSharingTemplate, { params: { restId } }),
    ],
  })
  return {
    colleagues: team.data.items,
    available: { balance: balance.data.balance, limits: limits.data },
    usual: template.data.template,
  }
}

/** Begins with the usual team, which the user sees and may change before any money moves. */
function shownDraft(begun: BegunSharing, usual: SharingTemplate | null): SharingDraft {
  if (begun.members !== null) return { ...begun, members: begun.members }
  return usual ? asUsual(begun, usual) : { ...begun, members: [] }
}

function TooFewColleagues({ employee: { restaurant, manager } }: { employee: Employee }) {
  return (
    <Panel>
      <EmptyState
        icon="transfer"
        title="Делить пока не с кем"
        text={`Кроме вас, в ресторане «${restaurant.name}» нужны хотя бы двое`}
        action={manager && <ButtonLink to="/team">Пригласить коллегу</ButtonLink>}
      />
    </Panel>
  )
}
