import { listProposals, type OperatorProposal } from '@portal/contracts/admin/proposal'
import { apiQuery } from '@portal/shared/http/query'
import { useSuspenseQuery } from '@portal/shared/query'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { List, ListRow } from '@portal/shared/ui/list'
import { StatusBadge } from '@portal/shared/ui/status-badge'
import { formatZonedMoment, useOwnName } from '../names.ts'
import styles from '../operator.module.css'
import { useSheet } from '../use-sheet.ts'
import { ProposalSheet } from './proposal-sheet.tsx'
import { changeTexts, proposalTitle } from './proposal-texts.ts'

/** Colleagues decide too, and payouts get stuck meanwhile. */
export const refreshed = { refetchInterval: 60_000 }

/** The changes that wait for a second operator. Another one than who has proposed it confirms or retracts each. */
export function Proposals() {
  const { data } = useSuspenseQuery({ ...apiQuery(listProposals, {}), ...refreshed })
  const sheet = useSheet<OperatorProposal>()
  const ownName = useOwnName()
  return (
    <>
      {data.items.length === 0 ? (
        <EmptyState icon="check" title="Ничего не ждёт второго оператора" />
      ) : (
        <List label="Предложения">
          {data.items.map((proposal) => (
            <ListRow
              key={proposal.id}
              title={
                <span className={styles.name}>
                  <span>{proposalTitle(proposal)}</span>
                  {proposal.proposed_by === ownName && <StatusBadge tone="neutral">Ваше</StatusBadge>}
                </span>
              }
              subtitle={[...changeTexts(proposal), formatZonedMoment(proposal.proposed_at)].join(' · ')}
              hasChevron
              onClick={() => sheet.show(proposal)}
            />
          ))}
        </List>
      )}
      <ProposalSheet {...sheet} />
    </>
  )
}
