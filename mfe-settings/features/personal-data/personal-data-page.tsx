import { Panel } from '@portal/shared/ui/panel'
import styles from '../../settings.module.css'
import { DataCopy } from './data-copy.tsx'
import { DeleteAccount } from './delete-account.tsx'

function PersonalDataPage() {
  return (
    <div className={styles.page}>
      <Panel title="Копия данных">
        <DataCopy />
      </Panel>
      <Panel title="Удаление аккаунта">
        <DeleteAccount />
      </Panel>
    </div>
  )
}

export { PersonalDataPage as Component }
