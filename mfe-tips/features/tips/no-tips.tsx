import { listPayoutMethods } from '@portal/contracts/payout-method'
import { getSessionBootstrap } from '@portal/contracts/session'
import { apiQuery } from '@portal/shared/http/query'
import { InstallGuide } from '@portal/shared/install-app/install-guide'
import { install, useInstalling } from '@portal/shared/install-app/installing'
import { useQuery, useQueryClient } from '@portal/shared/query'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { Icon, type IconName } from '@portal/shared/ui/icon'
import { List, ListRow } from '@portal/shared/ui/list'
import { Panel } from '@portal/shared/ui/panel'
import { useEffect, useState } from 'react'

type Step = { icon: IconName; title: string; subtitle: string; isDone: boolean; to?: string; onClick?: () => void }

/** The page before the first tips, with what a new employee can do meanwhile. */
export default function NoTips({ restId, isFormer }: { restId: string; isFormer: boolean }) {
  return (
    <>
      <Panel>
        <EmptyState
          icon="tips"
          title={isFormer ? 'Чаевых здесь не было' : 'Пока нет чаевых'}
          text={!isFormer && 'Они появятся здесь сразу после оплаты гостем'}
        />
      </Panel>
      {!isFormer && <FirstSteps restId={restId} />}
    </>
  )
}

/** Renders nothing once all steps are done. */
function FirstSteps({ restId }: { restId: string }) {
  // The steps are only advice, so a failed call shows nothing.
  const { data: methods } = useQuery(apiQuery(listPayoutMethods, { query: { restId } }))
  const session = useQueryClient().getQueryData(apiQuery(getSessionBootstrap, {}).queryKey)
  const messages = usePushMessages()
  const installing = useInstalling()
  const [isGuideOpen, setGuideOpen] = useState(false)
  if (!methods || messages === undefined) return null

  const steps: Step[] = [
    {
      icon: 'card',
      title: 'Способ вывода',
      subtitle: 'По СБП — без комиссии',
      isDone: methods.items.length > 0,
      to: '/settings/payout-methods',
    },
  ]
  if (messages !== 'impossible') {
    steps.push({
      icon: 'comment',
      title: 'Уведомления',
      subtitle: 'О каждых чаевых',
      isDone: messages === 'on',
      to: '/settings/notifications',
    })
  }
  steps.push({
    icon: 'lock',
    title: 'Код-пароль',
    subtitle: 'Суммы увидите только вы',
    isDone: typeof session?.locks_after === 'number',
    to: '/settings/opening',
  })
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

/** `impossible`: this browser shows no messages, or the user has forbidden them. Undefined until that is known. */
function usePushMessages(): 'on' | 'off' | 'impossible' | undefined {
  const [messages, setMessages] = useState<'on' | 'off' | 'impossible'>()
  useEffect(() => {
    let isShown = true
    void readPushMessages().then((read) => isShown && setMessages(read))
    return () => {
      isShown = false
    }
  }, [])
  return messages
}

/** The browser knows its subscription, so this needs no request. */
async function readPushMessages(): Promise<'on' | 'off' | 'impossible'> {
  const canShow = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!canShow || Notification.permission === 'denied') return 'impossible'
  if (Notification.permission === 'default') return 'off'
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ? 'on' : 'off'
}
