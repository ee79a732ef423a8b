import { InstallGuide } from '@portal/shared/install-app/install-guide'
import { install, useInstalling } from '@portal/shared/install-app/installing'
import { Icon } from '@portal/shared/ui/icon'
import { List, ListRow } from '@portal/shared/ui/list'
import { Panel } from '@portal/shared/ui/panel'
import { useState } from 'react'

/** Renders nothing if the portal cannot be installed. */
export function InstallApp() {
  const installing = useInstalling()
  if (installing === 'impossible') return null
  return (
    <Panel>
      <List>
        {installing === 'installed' && (
          <ListRow
            leading={<Icon name="check" />}
            title="Приложение установлено"
            subtitle="Баланс виден и без интернета"
          />
        )}
        {installing === 'offered' && (
          <ListRow
            leading={<Icon name="download" />}
            title="Установить приложение"
            subtitle="Баланс виден и без интернета"
            onClick={() => void install()}
          />
        )}
        {installing === 'declined' && (
          <ListRow
            leading={<Icon name="download" />}
            title="Установить приложение"
            subtitle="Установить можно из меню браузера"
          />
        )}
        {installing === 'by-hand' && <InstallByHand />}
      </List>
    </Panel>
  )
}

function InstallByHand() {
  const [isExplained, setExplained] = useState(false)
  return (
    <>
      <ListRow
        leading={<Icon name="download" />}
        title="Установить приложение"
        subtitle="Через меню «Поделиться»"
        onClick={() => setExplained(true)}
      />
      <InstallGuide open={isExplained} onOpenChange={setExplained} />
    </>
  )
}
