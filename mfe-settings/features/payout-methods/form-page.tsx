import { ButtonLink } from '@portal/shared/ui/button'
import { Panel } from '@portal/shared/ui/panel'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { Skeleton } from '@portal/shared/ui/skeleton'
import type { ReactNode } from 'react'
import styles from './form-page.module.css'
import { listPath } from './method-text.ts'

/** What the pages of one card or phone have in common: the way back, a panel, and how they load. */
export function FormPage({ fields, children }: { fields: number; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <div className={styles.back}>
        <ButtonLink to={listPath} variant="ghost" size="s" icon="chevron-left">
          Способы вывода
        </ButtonLink>
      </div>
      <Panel>
        <QueryBoundary skeleton={<FormSkeleton fields={fields} />}>{children}</QueryBoundary>
      </Panel>
    </div>
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
