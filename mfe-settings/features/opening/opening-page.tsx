import { type AmountsOnOpening, useAmountsOnOpening } from '@portal/shared/hide-on-leaving'
import { Panel } from '@portal/shared/ui/panel'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { Segmented } from '@portal/shared/ui/segmented'
import { Skeleton } from '@portal/shared/ui/skeleton'
import styles from '../../settings.module.css'
import { PortalLock } from './portal-lock.tsx'

/** `/settings/opening`: what others see when the portal is opened on this device. */
function OpeningPage() {
  return (
    <div className={styles.page}>
      <AmountsOnOpeningChoice />
      <QueryBoundary panel skeleton={<Skeleton height={160} radius="var(--radius-card)" />}>
        <PortalLock />
      </QueryBoundary>
    </div>
  )
}

export { OpeningPage as Component }

const choices: { value: AmountsOnOpening; label: string }[] = [
  { value: 'as-left', label: 'Как оставили' },
  { value: 'hidden', label: 'Скрыты' },
]

function AmountsOnOpeningChoice() {
  const [onOpening, setOnOpening] = useAmountsOnOpening()
  return (
    <Panel title="Суммы при входе">
      <Segmented label="Суммы при входе" value={onOpening} onChange={setOnOpening} options={choices} />
      <p className={styles.muted}>
        {onOpening === 'hidden'
          ? 'Свернёте портал — суммы скроются. Чтобы показать их снова, нажмите на глаз вверху.'
          : 'Показаны или скрыты — как вы оставили их в прошлый раз.'}
      </p>
    </Panel>
  )
}
