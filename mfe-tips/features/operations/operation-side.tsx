import type { Operation } from '@portal/contracts/operation'
import { NoBreak } from '@portal/shared/ui/no-break'
import { Panel } from '@portal/shared/ui/panel'
import { type Ref, useId } from 'react'
import { OperationDetails } from './operation-details.tsx'
import styles from './operation-side.module.css'

type OperationSideProps = {
  operation: Operation
  ref: Ref<HTMLElement>
  /** Called when Esc leads back to the list. */
  onLeave: () => void
}

/** The details beside the list. Opening them by keyboard moves the focus here, and Esc moves it back to the row. */
export function OperationSide({ operation, ref, onLeave }: OperationSideProps) {
  const titleId = useId()
  return (
    <section
      className={styles.side}
      ref={ref}
      tabIndex={-1}
      aria-labelledby={titleId}
      onKeyDown={({ key }) => key === 'Escape' && onLeave()}
    >
      <Panel>
        <h2 id={titleId}>
          <NoBreak>{operation.title}</NoBreak>
        </h2>
        <OperationDetails operation={operation} />
      </Panel>
    </section>
  )
}
