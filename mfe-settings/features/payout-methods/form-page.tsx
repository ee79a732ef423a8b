import { Panel } from '@portal/shared/ui/panel'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { Skeleton } from '@portal/shared/ui/skeleton'
import type { ReactNode } from 'react'
import styles from './form-page.module.css'

/** What the pages of one card or phone have in common: a panel, and how they load. */
export function FormPage({ fields, children }: { fields: number; children: ReactNode }) {
  return (
    <Panel>
      <QueryBoundary skeleton={<FormSkeleton fields={fields} />}>{children}</QueryBoundary>
    </Panel>
  )
}

function FormSkeleton({ fields }: { fields: number }) {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      {Array.from({ length: fields }, (_, index) => (
        <div key={index} className={styles.field}>
          <Skeleton width={120} height={14} />
          <Skeleton height={52} radius={12} />
        </div>
      ))}
      <Skeleton height={48} radius={12} />
    </div>
  )
}
