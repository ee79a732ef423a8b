import { useSearchParams } from '@portal/shared/router'
import { Chips } from '@portal/shared/ui/chips'
import type { ComponentType } from 'react'
import { OperatorPage } from '../../access/operator-page.tsx'
import { Audit } from './audit.tsx'
import { Ledger } from './ledger.tsx'
import { Reconciliation } from './reconciliation.tsx'

const views = [
  { value: 'reconciliation', label: 'Сверка' },
  { value: 'ledger', label: 'Учёт' },
  { value: 'audit', label: 'Журнал' },
] as const

type View = (typeof views)[number]['value']

const contents: Record<View, ComponentType> = { reconciliation: Reconciliation, ledger: Ledger, audit: Audit }

function LedgerPage() {
  const [search, setSearch] = useSearchParams()
  const view = views.find(({ value }) => value === search.get('view'))?.value ?? 'reconciliation'
  const Content = contents[view]
  return (
    <OperatorPage>
      <Chips
        label="Что показать"
        value={view}
        options={views}
        onChange={(next) => setSearch(next === 'reconciliation' ? {} : { view: next }, { replace: true })}
      />
      <Content key={view} />
    </OperatorPage>
  )
}

export { LedgerPage as Component }
