import { listAuditEvents } from '@portal/contracts/admin/audit'
import { showUserForSupport } from '@portal/contracts/admin/support'
import { blockUser, grantRight, revokeRight, type UserRecord, unblockUser } from '@portal/contracts/admin/user'
import { Right } from '@portal/contracts/right'
import { type Decision, DecisionButtons, DecisionSheet } from '../../change/decision-sheet.tsx'
import { type Decide, type SendSigned, useChange, useDecide } from '../../change/use-change.ts'
import { rightName } from '../../names.ts'
import styles from '../../operator.module.css'
import { useSheet } from '../../use-sheet.ts'

/** What an operator may decide about a user's access. */
export function PersonActions({ user }: { user: UserRecord }) {
  const sheet = useSheet<Decision>()
  const sendSigned = useChange()
  const decide = useDecide(affects)
  const decisions = [accessDecision(user, decide), ...rightDecisions(user, sendSigned)]
  return (
    <>
      <div className={styles.actions}>
        <DecisionButtons decisions={decisions} onChoose={sheet.show} />
      </div>
      <DecisionSheet {...sheet} />
    </>
  )
}

const rightTexts: Record<Right, string> = {
  releases: 'видеть релизы портала и менять их',
  operator: 'видеть людей и деньги всех ресторанов и решать о них',
}

const affects = [showUserForSupport, listAuditEvents]

function accessDecision({ id, name, phone_masked, blocked_at }: UserRecord, decide: Decide): Decision {
  const about = `${name}, ${phone_masked}`
  return blocked_at
    ? {
        action: 'Открыть доступ',
        title: 'Открыть доступ?',
        about,
        facts: ['Человек снова может войти и вывести деньги. Завершённые сеансы не вернутся.'],
        submit: `Открыть доступ: ${name}`,
        decide: decide(unblockUser, id, 'Доступ открыт'),
      }
    : {
        action: 'Закрыть доступ',
        title: 'Закрыть доступ?',
        about,
        facts: [
          'Все сеансы завершатся сразу. Ни войти, ни вывести деньги нельзя.',
          'Чаевые по-прежнему приходят, баланс остаётся, заказанные выводы дойдут.',
        ],
        submit: `Закрыть доступ: ${name}`,
        isDangerous: true,
        decide: decide(blockUser, id, 'Доступ закрыт, сеансы завершены'),
      }
}

function rightDecisions({ id, name, phone_masked, rights }: UserRecord, sendSigned: SendSigned): Decision[] {
  const about = `${name}, ${phone_masked}`
  const renewal: Decision = {
    action: 'Принять новые ключи',
    title: 'Принять новые ключи доступа?',
    about,
    facts: ['Право оператора будет действовать со всеми ключами, которые есть сейчас.', 'Подтвердит другой оператор.'],
    submit: `Принять новые ключи: ${name}`,
    decide: (reason) =>
      sendSigned(
        grantRight,
        { params: { id }, body: { right: 'operator', reason } },
        { affects, done: 'Все ключи приняты' },
      ),
  }
  const changes = Right.options.map((right): Decision => {
    const hasRight = rights.includes(right)
    const [verb, done] = hasRight ? ['Отозвать право', 'Право отозвано'] : ['Дать право', 'Право дано']
    const action = `${verb} ${rightName(right)}`
    return {
      action,
      title: `${action}?`,
      about,
      facts: [
        `${hasRight ? 'Больше нельзя' : 'Можно будет'} ${rightTexts[right]}.`,
        ...(right === 'operator' && !hasRight
          ? ['Подтвердит другой оператор.', 'Право действует с ключами доступа, которые есть сейчас.']
          : []),
      ],
      submit: `${action}: ${name}`,
      isDangerous: hasRight,
      decide: (reason) =>
        sendSigned(hasRight ? revokeRight : grantRight, { params: { id }, body: { right, reason } }, { affects, done }),
    }
  })
  return rights.includes('operator') ? [...changes, renewal] : changes
}
