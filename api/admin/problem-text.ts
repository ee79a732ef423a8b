import type { ApiProblem } from '@portal/contracts/api-problem'

/** A sentence for each problem code that operators meet. Any other code is printed unchanged. */
const sentences: Record<string, string> = {
  unauthorized: 'Портал не принимает этот ADMIN_TOKEN. Проверьте секрет и настройку API',
  not_found: 'Такого id нет. Все id показывает `list`',
  external_id_taken: 'Этот внешний id занят. Выберите другой',
  external_id_ambiguous: 'Сотрудники с этим внешним id есть в нескольких ресторанах. Назовите сотрудника по id',
  restaurant_closed: 'Ресторан закрыт. Сначала откройте его: `restaurant reopen`',
  already_employed: 'Человек с этим телефоном здесь уже работает или уволен. Смотрите `employee list`',
  employee_dismissed: 'Сотрудник уволен. Сначала верните его: `employee reinstate`',
  invitation_used: 'По приглашению уже вошли. Если нужно, увольте сотрудника',
  personal_invitation: '--name, --external-id и --manager пишутся только с --phone, а --uses — только без него',
  conflict: 'В это же время менял кто-то другой. Повторите команду',
  not_in_review: 'Этот вывод не придержан, или о нём уже решили. Смотрите `payout show`',
  in_review: 'Этот вывод придержан. Решите: `payout release` или `payout reject`',
  not_at_bank: 'Ни у одного банка этого вывода нет. Это перевод, или его провайдера нет в настройках',
  delivery_under_way: 'Портал как раз спрашивает банк об этом выводе. Повторите через несколько секунд',
  payout_finished: 'Этот вывод завершён, решать больше нечего',
  other_decision: 'Уже предложено обратное: `payout show`. Сначала отзовите его: `payout retract`',
  bank_undecided: 'Деньги у банка, и он ещё может их отправить. Попросите банк решить: портал запишет его ответ сам',
  bank_does_not_know: 'Банк этого платежа не получал, поэтому `paid` записать нельзя',
  no_decision: 'По этому выводу нет предложенного решения, отзывать нечего',
  own_payout: 'Это ваши собственные деньги. Решить должен другой оператор',
  own_account: 'Это ваш собственный аккаунт. Решить должен другой оператор',
  no_passkeys: 'У человека нет ключа доступа. Пусть добавит его в настройках портала и скажет вам',
  payer_disabled:
    'Доступ отправителю закрыт, или он уволен и переводить не может. Отклоните вывод или сначала верните отправителя',
  recipient_disabled: 'Доступ получателю закрыт, или он уволен. Отклоните вывод или сначала верните получателя',
  provider_not_configured: 'Этого провайдера нет в настройках API. Добавьте его в BANKS',
  time_zone_unknown: 'База данных портала не знает этого часового пояса. Назовите его иначе, например America/Regina',
  line_closed: 'Решение об этом различии уже есть',
  no_list: 'У этого провайдера нет списка платежей. Дайте выписку: --statement',
  provider_unavailable: 'Провайдер не отвечает или отказал порталу. Причина в логе API',
  database_unavailable: 'База данных портала недоступна. Повторите позже',
  database_failover: 'База данных портала переходит на другой сервер. Повторите через несколько секунд',
  overloaded: 'Портал перегружен. Повторите позже',
  deadline_exceeded: 'Портал не успел ответить. Повторите команду',
  too_often: 'Слишком много запросов. Повторите через минуту',
  too_large: 'Файл слишком большой. Разделите его на части',
  internal_error: 'Сбой портала. Причина в логе API',
}

/** The beginning of a sentence that goes on with the fields. */
const starts: Record<string, string> = { malformed: 'В запросе ошибка', statement_invalid: 'В выписке ошибка' }

/** What is wrong with a field, by the code of its rule. */
const faults: Record<string, string> = {
  too_small: 'слишком коротко или мало',
  too_big: 'слишком длинно или много',
  invalid_type: 'нет значения, или оно не того вида',
  invalid_value: 'такого значения не бывает',
  card_number: 'номер карты писать нельзя',
  control_character: 'нужна одна строка без служебных знаков',
  pile_of_marks: 'слишком много значков над одной буквой',
  no_letter: 'нет ни одной буквы',
  mixed_scripts: 'в одном слове буквы разных алфавитов или буквы с цифрами',
  lookalike: 'чужие буквы, похожие на русские',
  time_zone: 'это не часовой пояс; пример: Europe/Moscow',
  invalid_format: 'записано неверно',
  uuid: 'не должно быть похоже на id портала',
}

function faultText(fault: string): string {
  return faults[fault] ?? fault.replace(/^line (\d+): /, 'строка $1, столбец ')
}

/** `В запросе ошибка: name — слишком длинно или много.` */
export function describeProblem(status: number, { code, message, errors = {} }: Partial<ApiProblem>): string {
  if (!code) return `Портал ответил статусом ${status} без причины. Проверьте его адрес и лог прокси.`
  const sentence = sentences[code]
  const fields = Object.entries(errors).map(
    ([field, codes]) => `${field} — ${[...new Set(codes)].map(faultText).join(', ')}`,
  )
  if (sentence) return `${sentence}.`
  const start = starts[code] ?? `Портал отказал: ${message ?? code}`
  return fields.length > 0 ? `${start}: ${fields.join('; ')}.` : `${start}.`
}
