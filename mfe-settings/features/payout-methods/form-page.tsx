import { tidyText } from '@portal/contracts/tidy-text'
import { TextField } from '@portal/shared/forms/text-field'
import { length } from '@portal/shared/rules/sizes'
import { no_card_number } from '@portal/shared/rules/texts'
import { Panel } from '@portal/shared/ui/panel'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { Skeleton } from '@portal/shared/ui/skeleton'
import * as z from '@portal/shared/zod'
import type { ReactNode } from 'react'
import styles from '../../settings.module.css'

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
    <div className={styles.fields} aria-hidden="true">
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

/** What a user calls a card or phone. */
export const MethodLabel = z.string().check(z.overwrite(tidyText), length(0, 30), no_card_number())

export function LabelField({ placeholder }: { placeholder?: string }) {
  return <TextField name="label" label="Название (необязательно)" placeholder={placeholder} />
}
