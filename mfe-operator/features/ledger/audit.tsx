import { auditActions } from '@portal/contracts/admin/audit'
import { useSearchParams } from '@portal/shared/router'
import { Dropdown } from '@portal/shared/ui/dropdown'
import { actionTexts } from '../../audit/action-texts.ts'
import { AuditList } from '../../audit/audit-list.tsx'
import { PanelWithData } from '../../panel-with-data.tsx'

const options = auditActions.map((value) => ({ value, label: actionTexts[value] ?? value }))

/** The audit trail, of all or of one action. */
export function Audit() {
  const [search, setSearch] = useSearchParams()
  const action = auditActions.find((each) => each === search.get('action'))
  return (
    <PanelWithData title="Журнал">
      <Dropdown
        label="Что сделали"
        value={action ?? null}
        options={options}
        placeholder="Всё"
        search
        none
        onChange={(next) => setSearch({ view: 'audit', ...(next && { action: next }) }, { replace: true })}
      />
      <AuditList key={action} query={action ? { action } : {}} />
    </PanelWithData>
  )
}
