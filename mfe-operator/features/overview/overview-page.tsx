import { Icon } from '@portal/shared/ui/icon'
import { List, ListRow } from '@portal/shared/ui/list'
import { Panel } from '@portal/shared/ui/panel'
import { OperatorPage } from '../../access/operator-page.tsx'
import styles from '../../operator.module.css'
import { PanelWithData } from '../../panel-with-data.tsx'
import { Proposals } from '../../proposals/proposals.tsx'
import { Attention } from './attention.tsx'
import { Limits } from './limits.tsx'

function OverviewPage() {
  return (
    <OperatorPage>
      <div className={styles.columns}>
        <PanelWithData title="Требует внимания">
          <Attention />
        </PanelWithData>
        <PanelWithData title="Ждут второго оператора">
          <Proposals />
        </PanelWithData>
        <Panel title="Разделы">
          <List label="Разделы">
            <ListRow
              leading={<Icon name="search" />}
              title="Найти человека"
              subtitle="По телефону"
              to="/operator/person"
            />
            <ListRow
              leading={<Icon name="building" />}
              title="Рестораны"
              subtitle="Сотрудники и приглашения"
              to="/operator/restaurants"
            />
            <ListRow
              leading={<Icon name="withdraw" />}
              title="Выводы и переводы"
              subtitle="Застрявшие и на проверке"
              to="/operator/payouts"
            />
            <ListRow
              leading={<Icon name="document" />}
              title="Учёт и журнал"
              subtitle="Сверка с банком, проверка денег"
              to="/operator/ledger"
            />
          </List>
        </Panel>
        <PanelWithData title="Лимиты">
          <Limits />
        </PanelWithData>
      </div>
    </OperatorPage>
  )
}

export { OverviewPage as Component }
