import type { Elements } from '@portal/shared/elements'
import { List, ListRow } from '@portal/shared/ui/list'
import { Panel } from '@portal/shared/ui/panel'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { Skeleton } from '@portal/shared/ui/skeleton'

type PanelWithDataProps = {
  /** Without it the content has the heading. */
  title?: string
  children: Elements
}

/** A panel that reads. The boundary is around it, so that panels that fail for the same cause show one failure. */
export function PanelWithData({ title, children }: PanelWithDataProps) {
  return (
    <QueryBoundary
      panel
      skeleton={
        <Panel title={title}>
          <List>
            {['45%', '60%', '50%'].map((width) => (
              <ListRow key={width} title={<Skeleton width={width} />} subtitle={<Skeleton width="30%" height={12} />} />
            ))}
          </List>
        </Panel>
      }
    >
      <Panel title={title}>{children}</Panel>
    </QueryBoundary>
  )
}
