import { Panel } from '@portal/shared/ui/panel'
import { DataCopy } from './data-copy.tsx'
import { DeleteAccount } from './delete-account.tsx'
import styles from './personal-data-page.module.css'

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
