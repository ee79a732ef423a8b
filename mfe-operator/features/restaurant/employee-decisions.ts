import {
  changeEmployee,
  dismissEmployee,
  type EmployeeChange,
  type EmployeeRecord,
  listStaff,
  reinstateEmployee,
} from '@portal/contracts/admin/employee'
import { apiQuery } from '@portal/shared/http/query'
import { useQuery } from '@portal/shared/query'
import type { Decision } from '../../change/decision-sheet.tsx'
import { type SendSigned, useChange, useDecide } from '../../change/use-change.ts'
import { nameAndRestaurant } from '../../names.ts'

/** What an operator may decide about an employee. */
export function useEmployeeDecisions(employee: EmployeeRecord): Decision[] {
  const { id, name, restaurant } = employee
  const about = nameAndRestaurant(employee)
  const sendSigned = useChange()
  const decide = useDecide([listStaff])
  const { data: staff } = useQuery(apiQuery(listStaff, { params: { id: restaurant.id } }))

  if (employee.dismissed_at) {
    const facts = ['Человек снова работает в ресторане, без прежних ролей.']
    const submit = `Вернуть: ${name}`
    return [
      {
        action: 'Вернуть',
        title: 'Вернуть сотрудника?',
        about,
        facts,
        submit,
        decide: decide(reinstateEmployee, id, 'Сотрудник возвращён'),
      },
    ]
  }
  const formerDefault = staff?.items.find((each) => each.default)?.name
  return [
    ...roleDecisions(employee, formerDefault, sendSigned),
    {
      action: 'Уволить',
      title: 'Уволить сотрудника?',
      about,
      facts: ['Он потеряет роли в ресторане и получит об этом СМС.', 'Деньги останутся у него: он видит их и выводит.'],
      submit: `Уволить: ${name}`,
      isDangerous: true,
      decide: decide(dismissEmployee, id, 'Сотрудник уволен'),
    },
  ]
}

function roleDecisions(
  employee: EmployeeRecord,
  formerDefault: string | undefined,
  sendSigned: SendSigned,
): Decision[] {
  const { id, name } = employee
  const decision = (
    action: string,
    title: string,
    facts: string[],
    [fields, done]: [fields: EmployeeChange, done: string],
  ): Decision => ({
    action,
    title,
    about: nameAndRestaurant(employee),
    facts,
    submit: `${action}: ${name}`,
    hasOptionalReason: true,
    decide: (reason) => {
      const body = { ...fields, ...(reason && { reason }) }
      return sendSigned(changeEmployee, { params: { id }, body }, { affects: [listStaff], done })
    },
  })
  const toDefault = [
    'Он получает общие чаевые команды и единственный может переводить.',
    ...(formerDefault ? [`Прежний основной, ${formerDefault}, станет обычным.`] : []),
    'Подтвердит другой оператор.',
  ]
  return [
    employee.default
      ? decision(
          'Сделать обычным',
          'Снять основного?',
          ['Основного сотрудника в ресторане не останется.'],
          [{ default: false }, 'Основного сотрудника больше нет'],
        )
      : decision('Назначить основным', 'Назначить основным?', toDefault, [
          { default: true },
          'Основной сотрудник назначен',
        ]),
    employee.manager
      ? decision(
          'Снять менеджера',
          'Снять менеджера?',
          ['Он больше не видит команду и не приглашает.'],
          [{ manager: false }, 'Сотрудник больше не менеджер'],
        )
      : decision(
          'Сделать менеджером',
          'Сделать менеджером?',
          ['Он видит команду и приглашает новых сотрудников.'],
          [{ manager: true }, 'Сотрудник стал менеджером'],
        ),
  ]
}
