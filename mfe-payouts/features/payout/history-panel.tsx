import type { Elements } from '@portal/shared/elements'
import { ButtonLink } from '@portal/shared/ui/button'
import { Panel } from '@portal/shared/ui/panel'

/** The panel of the history, or of its skeleton, with the way to withdrawals without an order. */
export function HistoryPanel({ children }: { children: Elements }) {
  return (
    <Panel
      title="История"
      action={
        <ButtonLink variant="ghost" size="s" flush="end" to="/out/auto">
          Автовывод
        </ButtonLink>
      }
    >
      {children}
    </Panel>
  )
}
