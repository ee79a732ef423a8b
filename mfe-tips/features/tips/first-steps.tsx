import { listPayoutMethods } from '@portal/contracts/payout-method'
import { getPushSettings } from '@portal/contracts/push'
import { getSessionBootstrap } from '@portal/contracts/session'
import { apiQuery } from '@portal/shared/http/query'
import { InstallGuide } from '@portal/shared/install-app/install-guide'
import { install, useInstalling } from '@portal/shared/install-app/installing'
import { usePushState } from '@portal/shared/push/push-state'
import { useQuery, useQueryClient } from '@portal/shared/query'
import { Icon, type IconName } from '@portal/shared/ui/icon'
import { List, ListRow } from '@portal/shared/ui/list'
import { Panel } from '@portal/shared/ui/panel'
import { useState } from 'react'

type Step = { icon: IconName; title: string; subtitle: string; isDone: boolean; to?: string; onClick?: () => void }

/** What a new employee can do before the first tips. Renders nothing once all steps are done. */
export default function FirstSteps({ restId }: { restId: string }) {
  // The steps are only advice, so a failed call shows nothing.
  const { data: methods } = useQuery(apiQuery(listPayoutMethods, { query: { restId } }))
  const session = useQueryClient().getQueryData(apiQuery(getSessionBootstrap, {}).queryKey)
  const push = useQuery(apiQuery(getPushSettings, {}))
  const messages = usePushState(push.data ?? { public_key: null, subscribed: false })
  const installing = useInstalling()
  const [isGuideOpen, setGuideOpen] = useState(false)
  if (!methods || push.isPending) return null

  const steps: Step[] = [
    {
      icon: 'card',
      title: 'Способ вывода',
      subtitle: 'Карта или телефон СБП',
      isDone: methods.items.length > 0,
      to: '/settings/payout-methods',
    },
    {
      icon: 'lock',
      title: 'Код-пароль',
      subtitle: 'Суммы увидите только вы',
      isDone: typeof session?.locks_after === 'number',
      to: '/settings/opening',
    },
  ]
  // The server does not know the browser, so the following steps may come or go after it has rendered the others.
  if (messages === 'on' || messages === 'off') {
    steps.push({
      icon: 'comment',
      title: 'Уведомления',
      subtitle: 'О каждых чаевых',
      isDone: messages === 'on',
      to: '/settings/notifications',
    })
  }
  if (installing === 'offered' || installing === 'by-hand') {
    steps.push({
      icon: 'download',
      title: 'Значок на экран',
      subtitle: 'Портал одним касанием',
      isDone: false,
      onClick: () => (installing === 'offered' ? void install() : setGuideOpen(true)),
    })
  }
  if (steps.every(({ isDone }) => isDone)) return null
  return (
    <Panel title="Первые шаги">
      <List label="Первые шаги">
        {steps.map((step) => (
          <StepRow key={step.title} {...step} />
        ))}
      </List>
      <InstallGuide open={isGuideOpen} onOpenChange={setGuideOpen} />
    </Panel>
  )
}

function StepRow({ icon, title, subtitle, isDone, to, onClick }: Step) {
  return isDone ? (
    <ListRow leading={<Icon name="check" />} title={title} subtitle="Готово" />
  ) : (
    <ListRow leading={<Icon name={icon} />} title={title} subtitle={subtitle} to={to} onClick={onClick} hasChevron />
  )
}
